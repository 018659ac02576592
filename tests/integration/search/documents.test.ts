import { indexToEnd, newIndexWalk } from '@tandem/api/document/model/index';
import { fillWords } from '@tandem/api/search/search/fill';
import type { CommentHit, DocumentHit, SearchKind } from '@tandem/shared/search/schema';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { openDocument, useDocument } from '../discussion/fixture.ts';
import { useOwnServer } from '../harness/server.ts';
import { find } from './searching.ts';

const server = useOwnServer();
const fixture = useDocument(server);

async function hitsOf(api: Api, kind: SearchKind, query: string) {
  const { groups } = await find(api, query, { kinds: [kind] });
  return groups.flatMap(({ hits }) => hits);
}
const comments = (query: string, api = fixture.api) => hitsOf(api, 'comment', query) as Promise<CommentHit[]>;
const texts = async (query: string, api = fixture.api) =>
  (await comments(query, api)).map(({ excerpt }) => excerpt.text);
const begin = (text: string) =>
  fixture.api.trpc.discussion.create.mutate({ documentId: fixture.documentId, text });

describe('the excerpt of a document', () => {
  async function excerptFor(content: string, query: string) {
    const { api, documentId } = fixture;
    await api.trpc.document.putContent.mutate({ documentId, content });
    // Reading it makes what is searched.
    await api.trpc.document.content.query({ documentId });
    const [hit] = (await hitsOf(api, 'document', query)) as DocumentHit[];
    if (!hit) throw new Error('not found');
    const { text, marks } = hit.excerpt;
    return { text, marked: marks.map(([start, end]) => text.slice(start, end)) };
  }

  it('shows the words, however deeply nested', async () => {
    const lines = Array.from({ length: 2_000 }, (_, i) => `Line ${i} of a long report about rivers.`);
    const { text, marked } = await excerptFor([...lines, 'The heron lands.'].join('\n\n'), 'heron');
    expect(text).toContain('The heron lands.');
    expect(marked).toEqual(['heron']);
  });

  it('shows where most of the words are, not the first occurrence of one', async () => {
    const before = 'The river and the sea. '.repeat(200);
    const { text, marked } = await excerptFor(`${before}\n\nNow the heron lands.`, 'the heron');
    expect(text).toContain('Now the heron lands.');
    expect(marked).toEqual(expect.arrayContaining(['the', 'heron']));
  });
});

describe('documents', () => {
  /** Pages of documents with the word, and the cursors between them. */
  async function* pages(limit: number, query = 'heron') {
    let cursor: string | null = null;
    do {
      const more: string | null = cursor;
      const { groups } = await find(fixture.api, query, {
        ...{ kinds: ['document'], limit },
        ...(more !== null && { cursor: more }),
      });
      yield (groups[0]?.hits ?? []) as DocumentHit[];
      cursor = groups[0]?.nextCursor ?? null;
    } while (cursor !== null);
  }

  async function write(count: number): Promise<string[]> {
    const { api, app } = fixture;
    const ids: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const content = `${'The river. '.repeat(80)}\n\nThe heron lands ${i}.`;
      const { id } = await api.trpc.document.create.mutate({ appId: app.id, name: `Bird ${i}`, content });
      await api.trpc.document.content.query({ documentId: id });
      ids.push(id);
    }
    return ids;
  }

  it('are paged without gap or overlap, also with equal times', async () => {
    const ids = await write(11);
    const editedAt = sql<Date>`'2026-01-02 03:04:05.678901Z'::timestamptz`;
    await server.db
      .updateTable('document')
      .set({ editedAt })
      .where('channelId', 'in', ids.slice(2, 9))
      .execute();
    const seen: DocumentHit[] = [];
    let count = 0;
    for await (const hits of pages(3)) {
      count += 1;
      seen.push(...hits);
    }
    expect(count).toBe(4);
    expect(seen.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const times = seen.map((hit) => hit.editedAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    for (const { excerpt } of seen) expect(excerpt.text).toContain('The heron lands');
    // Exactly one page: there is no next one.
    const { groups } = await find(fixture.api, 'heron', { kinds: ['document'], limit: 11 });
    expect(groups[0]?.nextCursor).toBeNull();
  });

  it('appear once, although one is edited during paging', async () => {
    const ids = await write(6);
    const seen: string[] = [];
    for await (const hits of pages(2)) {
      seen.push(...hits.map(({ id }) => id));
      const [first] = hits;
      if (first)
        await fixture.api.trpc.document.append.mutate({ documentId: first.id, content: 'The heron again.' });
    }
    expect(seen.sort()).toEqual(ids.sort());
  });

  it('that are all invisible to the reader are on no page, and no other kind’s cursor is accepted', async () => {
    const [id = ''] = await write(3);
    const guest = await fixture.person('guest');
    const { groups } = await find(fixture.api, 'heron', { kinds: ['document'], limit: 1 });
    const cursor = groups[0]?.nextCursor ?? '';
    expect((await find(guest.api, 'heron', { kinds: ['document'], cursor })).groups).toEqual([]);
    const foreign = Buffer.from(JSON.stringify({ rank: 1, key: 'x', id })).toString('base64url');
    await expect(find(fixture.api, 'heron', { kinds: ['document'], cursor: foreign })).rejects.toThrow();
    const rest = await fixture.api.get('/api/search', {
      ...{ query: 'heron', kinds: '["document"]', limit: '1' },
      cursor,
    });
    expect(rest, rest.text).toMatchObject({ data: { groups: [{ kind: 'document', hits: [{}] }] } });
  });
});

describe('a long document', () => {
  /** Some 150,000 words, a megabyte, thousands of them different. */
  const paragraphs = Array.from({ length: 1_500 }, (_, i) =>
    Array.from({ length: 100 }, (_, n) => `w${(i * 100 + n) % 40_000}`).join(' '),
  );
  const long = [...paragraphs, 'At the very end the heron lands.'].join('\n\n');
  const found = async () => {
    const [hit] = (await hitsOf(fixture.api, 'document', 'heron w39999')) as DocumentHit[];
    return hit?.excerpt.text;
  };

  it('is found by its last words, which are shown', async () => {
    const { api, documentId } = fixture;
    await api.trpc.document.putContent.mutate({ documentId, content: long });
    await api.trpc.document.content.query({ documentId });
    expect(long.length).toBeGreaterThan(800_000);
    expect(await found()).toContain('w39999');
    const [hit] = (await hitsOf(api, 'document', 'the heron lands')) as DocumentHit[];
    expect(hit?.excerpt.text).toContain('At the very end the heron lands.');
    expect(hit?.excerpt.marks.length).toBeGreaterThan(2);
  });

  it('of which an earlier version indexed the beginning is indexed again, once', async () => {
    const { api, documentId } = fixture;
    await api.trpc.document.putContent.mutate({ documentId, content: long });
    await api.trpc.document.content.query({ documentId });
    await server.db
      .updateTable('document_content')
      .set({ words: sql`array_to_tsvector(array['w1', 'w2'])` })
      .where('documentId', '=', documentId)
      .execute();
    expect(await found()).toBeUndefined();
    const failed: string[] = [];
    const read = () => indexToEnd(server.db, newIndexWalk(), (id) => failed.push(id));
    expect(await read()).toBe(1);
    expect(await found()).toContain('w39999');
    expect(await read()).toBe(0);
    expect(failed).toEqual([]);
  });

  it('is left for the next run when this one takes too long', async () => {
    const { api, documentId } = fixture;
    await api.trpc.document.putContent.mutate({ documentId, content: long });
    await api.trpc.document.content.query({ documentId });
    const words = sql<string>`array_to_tsvector(array['w1'])`;
    await server.db.updateTable('document_content').set({ words }).execute();
    const walk = newIndexWalk();
    expect(await indexToEnd(server.db, walk, () => {}, -1)).toBe(0);
    expect(await indexToEnd(server.db, walk, () => {})).toBeGreaterThan(0);
    expect(walk.afterId).toBeNull();
    expect(await indexToEnd(server.db, walk, () => {})).toBe(0);
  });
});

describe('comments', () => {
  it('are found by their words, with everything needed to show and open them', async () => {
    const made = await begin('Is the **rocket** fuelled?');
    const hits = await comments('ROCK');
    expect(hits).toMatchObject([
      {
        id: made.commentId,
        title: 'Plan',
        path: ['Chat'],
        documentId: fixture.documentId,
        discussionId: made.discussionId,
        appId: fixture.app.id,
        appType: 'chat',
        author: { name: 'Olive Owner' },
        isResolved: false,
        excerpt: { text: 'Is the rocket fuelled?', marks: [[7, 11]] },
      },
    ]);
    const rest = await fixture.api.get('/api/search', { query: 'rocket', kinds: '["comment"]' });
    expect(rest, rest.text).toMatchObject({ data: { groups: [{ kind: 'comment', hits: [{}] }] } });
  });

  it('are found as they are now: replies, edits, none once deleted', async () => {
    const { discussionId, commentId } = await begin('Why heron?');
    const { trpc } = fixture.api;
    await trpc.comment.create.mutate({ discussionId, text: 'A heron stands still' });
    expect(await texts('heron')).toEqual(['A heron stands still', 'Why heron?']);
    await trpc.comment.update.mutate({ commentId, text: 'Why pelican?' });
    expect(await texts('heron')).toEqual(['A heron stands still']);
    expect(await texts('pelican')).toEqual(['Why pelican?']);
    await trpc.comment.remove.mutate({ commentId });
    expect(await texts('pelican')).toEqual([]);
    await trpc.discussion.resolve.mutate({ discussionId });
    expect(await comments('heron')).toMatchObject([{ isResolved: true }]);
    await trpc.discussion.remove.mutate({ discussionId });
    expect(await texts('heron')).toEqual([]);
  });

  it('are found by readers of the document, as long as it exists', async () => {
    await begin('A secret heron');
    const member = await fixture.person();
    const guest = await fixture.person('guest');
    expect(await texts('heron', member.api)).toHaveLength(1);
    expect(await texts('heron', guest.api)).toEqual([]);
    const { documentId } = fixture;
    await fixture.api.trpc.channel.setVisibility.mutate({ channelId: documentId, visibility: 'private' });
    expect(await texts('heron', member.api)).toEqual([]);
    expect(await texts('heron')).toHaveLength(1);
    await fixture.api.trpc.channel.remove.mutate({ channelId: documentId });
    expect(await texts('heron')).toEqual([]);
  });

  it('of other teams are not found', async () => {
    await begin('A heron');
    const other = await openDocument(server);
    expect(await texts('heron', other.api)).toEqual([]);
    other.close();
  });

  it('are paged without gap or overlap', async () => {
    const { discussionId } = await begin('heron 0');
    const all = ['heron 0'];
    for (let i = 1; i < 12; i++) {
      all.push(`heron ${i}`);
      await fixture.api.trpc.comment.create.mutate({ discussionId, text: `heron ${i}` });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { groups } = await find(fixture.api, 'heron', {
        ...{ kinds: ['comment'], limit: 5 },
        ...(cursor !== null && { cursor }),
      });
      for (const hit of groups[0]?.hits ?? []) if (hit.kind === 'comment') seen.push(hit.excerpt.text);
      cursor = groups[0]?.nextCursor ?? null;
    } while (cursor !== null);
    expect(seen).toEqual(all.toReversed());
  });

  it('of an earlier version are indexed later', async () => {
    const { commentId } = await begin('An early heron');
    await server.db.updateTable('comment').set({ words: null }).where('id', '=', commentId).execute();
    expect(await texts('heron')).toEqual([]);
    await fillWords(server.db);
    expect(await texts('heron')).toEqual(['An early heron']);
  });
});
