import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { type DocumentStage, openDocument } from './stage.ts';

let server: TestServer;
let stage: DocumentStage;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  stage = await openDocument(server);
});
afterEach(() => stage.close());

const begin = () =>
  stage.api.trpc.discussion.create.mutate({ documentId: stage.documentId, text: 'Is this right?' });
const reply = (discussionId: string, text: string, api: Api = stage.api) =>
  api.trpc.comment.create.mutate({ discussionId, text });

describe('an answer in a discussion', () => {
  it('is told once to anyone who takes part, or is named, and to nobody else', async () => {
    const { discussionId } = await begin();
    const [cora, ben, dora] = await Promise.all([1, 2, 3].map(() => stage.person()));
    if (!cora || !ben || !dora) throw new Error('three people');
    const told = async ({ api }: { api: Api }) =>
      (await api.trpc.notice.list.query({})).list
        .filter(({ kind }) => kind === 'comment')
        .map(({ actor, excerpt }) => `${actor?.id}: ${excerpt}`);
    await reply(discussionId, 'Yes', cora.api);
    await reply(discussionId, 'No', ben.api);
    expect(await told(stage)).toEqual([`${ben.user.id}: No`, `${cora.user.id}: Yes`]);
    expect(await told(cora)).toEqual([`${ben.user.id}: No`]);
    expect([await told(ben), await told(dora)]).toEqual([[], []]);
    const text = `Thanks, @${cora.user.name}`;
    const mentions = [{ type: 'user' as const, userId: cora.user.id }];
    await stage.api.trpc.comment.create.mutate({ discussionId, text, mentions });
    expect(await told(cora)).toHaveLength(2);
    expect(await told(ben)).toEqual([`${stage.owner.id}: ${text}`]);
  });

  it('is not told to anyone who cannot see the document any more', async () => {
    const { discussionId } = await begin();
    const cora = await stage.person();
    await reply(discussionId, 'Yes', cora.api);
    await stage.api.trpc.app.setVisibility.mutate({ appId: stage.app.id, visibility: 'private' });
    await reply(discussionId, 'Between us');
    expect((await cora.api.trpc.notice.list.query({})).list).toEqual([]);
  });

  it('stays unread for anyone who sees the document without its discussions, and is read with them', async () => {
    const { discussionId } = await begin();
    const cora = await stage.person();
    await reply(discussionId, 'Yes', cora.api);
    const channelId = stage.documentId;
    const { notice, channel } = stage.api.trpc;
    expect(await notice.read.mutate({ channelId })).toEqual({ unread: 1 });
    await channel.markRead.mutate({ channelId });
    expect((await notice.list.query({})).unread).toBe(1);
    expect(await notice.read.mutate({ channelId, comments: true })).toEqual({ unread: 0 });
  });
});
