import { describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useServer } from '../harness/server.ts';
import { useDocument } from './fixture.ts';

const server = useServer();
const fixture = useDocument(server);

const begin = () =>
  fixture.api.trpc.discussion.create.mutate({ documentId: fixture.documentId, text: 'Is this right?' });
const reply = (discussionId: string, text: string, api: Api = fixture.api) =>
  api.trpc.comment.create.mutate({ discussionId, text });

describe('a reply in a discussion', () => {
  it('notifies everyone who takes part or is mentioned once, and nobody else', async () => {
    const { discussionId } = await begin();
    const [cora, ben, dora] = await Promise.all([1, 2, 3].map(() => fixture.person()));
    if (!cora || !ben || !dora) throw new Error('three people');
    const told = async ({ api }: { api: Api }) =>
      (await api.trpc.notice.list.query({})).list
        .filter(({ kind }) => kind === 'comment')
        .map(({ actor, excerpt }) => `${actor?.id}: ${excerpt}`);
    await reply(discussionId, 'Yes', cora.api);
    await reply(discussionId, 'No', ben.api);
    expect(await told(fixture)).toEqual([`${ben.user.id}: No`, `${cora.user.id}: Yes`]);
    expect(await told(cora)).toEqual([`${ben.user.id}: No`]);
    expect([await told(ben), await told(dora)]).toEqual([[], []]);
    const text = `Thanks, @${cora.user.name}`;
    const mentions = [{ type: 'user' as const, userId: cora.user.id }];
    await fixture.api.trpc.comment.create.mutate({ discussionId, text, mentions });
    expect(await told(cora)).toHaveLength(2);
    expect(await told(ben)).toEqual([`${fixture.owner.id}: ${text}`]);
  });

  it('does not notify anyone who can no longer see the document', async () => {
    const { discussionId } = await begin();
    const cora = await fixture.person();
    await reply(discussionId, 'Yes', cora.api);
    await fixture.api.trpc.app.setVisibility.mutate({ appId: fixture.app.id, visibility: 'private' });
    await reply(discussionId, 'Between us');
    expect((await cora.api.trpc.notice.list.query({})).list).toEqual([]);
  });

  it('stays unread for a reader of the document without its discussions, and is read with them', async () => {
    const { discussionId } = await begin();
    const cora = await fixture.person();
    await reply(discussionId, 'Yes', cora.api);
    const channelId = fixture.documentId;
    const { notice, channel } = fixture.api.trpc;
    expect(await notice.read.mutate({ channelId })).toEqual({ unread: 1 });
    await channel.markRead.mutate({ channelId });
    expect((await notice.list.query({})).unread).toBe(1);
    expect(await notice.read.mutate({ channelId, comments: true })).toEqual({ unread: 0 });
  });
});
