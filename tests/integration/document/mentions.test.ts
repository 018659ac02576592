import { addressOfNotice } from '@tandem/shared/notice/address';
import { describe, expect, it, vi } from 'vitest';
import type { Api } from '../../running/api.ts';
import { openDocument, useDocument } from '../discussion/fixture.ts';
import { useServer } from '../harness/server.ts';

const server = useServer();
const fixture = useDocument(server);

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

const append = (
  blocks: ReturnType<typeof naming>[],
  api: Api = fixture.api,
  documentId = fixture.documentId,
) => api.trpc.document.append.mutate({ documentId, content: blocks } as never);
const mentionsOf = async ({ api }: { api: Api }) =>
  (await api.trpc.notice.list.query({})).list.filter(({ kind }) => kind === 'mention');
/** Mentions of the document when they were last collected. */
const looked = (documentId = fixture.documentId) =>
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

describe('mentioning somebody in a document', () => {
  it('notifies everyone who may read it once, with a link to the words', async () => {
    const cora = await fixture.person();
    await append([naming('Please look,', cora.user, fixture.owner)]);
    await looked();
    const [notice, ...more] = await mentionsOf(cora);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      actor: { id: fixture.owner.id },
      channel: { id: fixture.documentId },
      excerpt: expect.stringContaining(`Please look, @${cora.user.name}`),
    });
    if (!notice) throw new Error('a notice');
    expect(addressOfNotice(notice)).toMatch(/#block=.+/u);
    expect(await mentionsOf(fixture), 'not of oneself').toEqual([]);

    await append([naming('Something else.')]);
    await looked();
    expect(await mentionsOf(cora), 'other words are no news').toHaveLength(1);
    await append([naming('And this,', cora.user)]);
    await looked();
    expect(await mentionsOf(cora)).toHaveLength(2);
    expect(await cora.api.trpc.notice.read.mutate({ channelId: fixture.documentId })).toEqual({ unread: 0 });
  });

  it('counts as read once its block was on the screen, or names them no longer', async () => {
    const cora = await fixture.person();
    await append([naming('Please look,', cora.user)]);
    await append([naming('And this,', cora.user)]);
    await append([naming('And that,', cora.user)]);
    await looked();
    const notices = await mentionsOf(cora);
    expect(notices).toHaveLength(3);
    const channelId = fixture.documentId;
    const { notice, channel } = cora.api.trpc;
    expect(await notice.read.mutate({ channelId, blocks: [] })).toEqual({ unread: 3 });
    await channel.markRead.mutate({ channelId });
    expect(await notice.read.mutate({ channelId, blocks: ['elsewhere'] })).toEqual({ unread: 3 });
    const seen = notices.find(({ excerpt }) => excerpt.includes('Please look'))?.blockId ?? '';
    expect(await notice.read.mutate({ channelId, blocks: [seen] })).toEqual({ unread: 2 });
    const content = [naming('Nobody.')];
    await fixture.api.trpc.document.putContent.mutate({ documentId: channelId, content } as never);
    await looked();
    expect(await notice.read.mutate({ channelId, blocks: [] })).toEqual({ unread: 0 });
  });

  it('does not notify people outside the team, nor those who may not read it', async () => {
    const cora = await fixture.person();
    await fixture.api.trpc.app.setVisibility.mutate({ appId: fixture.app.id, visibility: 'private' });
    const elsewhere = await openDocument(server);
    await append([naming('Between us,', cora.user, elsewhere.owner)]);
    await looked();
    await fixture.api.trpc.app.setVisibility.mutate({ appId: fixture.app.id, visibility: 'team' });
    expect([await mentionsOf(cora), await mentionsOf(elsewhere)]).toEqual([[], []]);
    elsewhere.close();
  });

  it('does not notify again for a copy', async () => {
    const cora = await fixture.person();
    await append([naming('Please look,', cora.user)]);
    await looked();
    const copy = await fixture.api.trpc.document.duplicate.mutate({ documentId: fixture.documentId });
    await looked(copy.id);
    expect(await mentionsOf(cora)).toHaveLength(1);
  });
});
