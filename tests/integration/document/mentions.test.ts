import { addressOfNotice } from '@tandem/shared/notice/address';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../running/api.ts';
import { type DocumentStage, openDocument } from '../discussion/stage.ts';
import { startServer, type TestServer } from '../harness/server.ts';

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

interface Named {
  id: number;
  name: string;
}
const naming = (text: string, ...people: Named[]) => ({
  type: 'paragraph' as const,
  content: [
    { type: 'text' as const, text: `${text} `, styles: {} },
    ...people.map(({ id, name }) => ({
      type: 'mention' as const,
      props: { kind: 'user' as const, id: String(id), label: name },
    })),
  ],
});

const append = (blocks: ReturnType<typeof naming>[], api: Api = stage.api, documentId = stage.documentId) =>
  api.trpc.document.append.mutate({ documentId, content: blocks } as never);
const mentionsOf = async ({ api }: { api: Api }) =>
  (await api.trpc.notice.list.query({})).list.filter(({ kind }) => kind === 'mention');
/** Whom the document named when it was last looked for that. */
const looked = (documentId = stage.documentId) =>
  vi.waitFor(
    async () => {
      const { mentions, seq } = await server.platform.database.db
        .selectFrom('document')
        .select(['mentions', 'seq'])
        .where('channelId', '=', documentId)
        .executeTakeFirstOrThrow();
      expect(mentions?.seq).toBe(seq);
    },
    { timeout: 15_000, interval: 50 },
  );

describe('naming somebody in a document', () => {
  it('is told once to everyone who may read it, and leads to the words', async () => {
    const cora = await stage.person();
    await append([naming('Please look,', cora.user, stage.owner)]);
    await looked();
    const [notice, ...more] = await mentionsOf(cora);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      actor: { id: stage.owner.id },
      channel: { id: stage.documentId },
      excerpt: expect.stringContaining(`Please look, @${cora.user.name}`),
    });
    if (!notice) throw new Error('a notice');
    expect(addressOfNotice(notice)).toMatch(/#block=.+/u);
    expect(await mentionsOf(stage), 'not of oneself').toEqual([]);

    await append([naming('Something else.')]);
    await looked();
    expect(await mentionsOf(cora), 'other words are no news').toHaveLength(1);
    await append([naming('And this,', cora.user)]);
    await looked();
    expect(await mentionsOf(cora)).toHaveLength(2);
    expect(await cora.api.trpc.notice.read.mutate({ channelId: stage.documentId })).toEqual({ unread: 0 });
  });

  it('is not told to strangers of the team, nor to those who may not read the document', async () => {
    const cora = await stage.person();
    await stage.api.trpc.app.setVisibility.mutate({ appId: stage.app.id, visibility: 'private' });
    const elsewhere = await openDocument(server);
    await append([naming('Between us,', cora.user, elsewhere.owner)]);
    await looked();
    await stage.api.trpc.app.setVisibility.mutate({ appId: stage.app.id, visibility: 'team' });
    expect([await mentionsOf(cora), await mentionsOf(elsewhere)]).toEqual([[], []]);
    elsewhere.close();
  });

  it('is no news in a copy', async () => {
    const cora = await stage.person();
    await append([naming('Please look,', cora.user)]);
    await looked();
    const copy = await stage.api.trpc.document.duplicate.mutate({ documentId: stage.documentId });
    await looked(copy.id);
    expect(await mentionsOf(cora)).toHaveLength(1);
  });
});
