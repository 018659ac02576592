import { documentHubOf } from '@tandem/api/document/collab/hub';
import { FRAGMENT } from '@tandem/shared/document/schema';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { textOf } from '../../running/editor.ts';
import { chain, rootless } from '../../running/hostile-changes.ts';
import { until } from '../../running/live.ts';
import { openDocument, useDocument } from '../discussion/fixture.ts';
import { startTestServer, useServer } from '../harness/server.ts';
import { expectRefused } from '../workspace/team.ts';

const server = useServer();
const fixture = useDocument(server);

/** Stores changes as an earlier version of the server would have, without a look at them. */
async function store(updates: readonly Uint8Array[]): Promise<void> {
  const { documentId } = fixture;
  const { seq } = await server.db
    .selectFrom('document')
    .select('seq')
    .where('channelId', '=', documentId)
    .executeTakeFirstOrThrow();
  for (const [index, update] of updates.entries())
    await server.db
      .insertInto('document_update')
      .values({ documentId, seq: seq + 1 + index, update: Buffer.from(update), userId: null })
      .execute();
  await server.db
    .updateTable('document')
    .set({ seq: seq + updates.length })
    .where('channelId', '=', documentId)
    .execute();
}

/**
 * Makes the document one that takes minutes to assemble.
 * @param isOneRow whether already its first row does so
 */
async function poison(isOneRow: boolean): Promise<void> {
  const { documentId } = fixture;
  const editor = await fixture.edit();
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(editor.doc));
  editor.close();
  await until('it is closed', () => !documentHubOf(server.platform).isOpen(documentId));
  const long = chain(doc, 40_000);
  Y.applyUpdate(doc, long);
  const evil = rootless(doc, 4_000);
  if (isOneRow) {
    await server.db.deleteFrom('document_update').where('documentId', '=', documentId).execute();
    await store([Y.mergeUpdates([Y.encodeStateAsUpdate(doc), evil])]);
  } else await store([long, evil]);
}

const frozen = () =>
  server.db
    .selectFrom('document')
    .select(['frozenAt', 'frozenVersionId'])
    .where('channelId', '=', fixture.documentId)
    .executeTakeFirstOrThrow();

describe('a document that cannot be assembled in bounded time', () => {
  it.each([
    ['its last good version', true],
    ['its first changes, kept as a version', false],
  ])('opens as %s, refuses changes, and is complete again after restoring', async (_what, isOneRow) => {
    const { api, documentId } = fixture;
    const writer = await fixture.edit();
    writer.write('good words');
    await writer.saved();
    const version = isOneRow ? await api.trpc.version.create.mutate({ documentId, name: 'good' }) : null;
    writer.close();
    await poison(isOneRow);
    const other = await openDocument(server);
    const neighbour = await other.edit();

    const reader = await fixture.edit();
    await until('it says so', () => reader.messages.some(({ type }) => type === 'frozen'), 60_000);
    const { frozenAt, frozenVersionId } = await frozen();
    expect(frozenAt).not.toBeNull();
    expect(reader.messages).toContainEqual({ type: 'frozen', versionId: frozenVersionId });
    if (version) expect(frozenVersionId).toBe(version.id);
    expect(reader.text()).toContain('good words');
    // The change is not accepted, and nobody is blocked for good.
    reader.write('lost words');
    await until(
      'another document is written',
      () =>
        neighbour.saved().then(
          () => true,
          () => false,
        ),
      30_000,
    );
    other.close();
    // At another process, and after a restart, that is known.
    const second = await startTestServer({ databaseUrl: server.platform.database.url });
    const elsewhere = await fixture.edit(api, second);
    await until('it says so', () => elsewhere.messages.some(({ type }) => type === 'frozen'));
    expect(elsewhere.text()).not.toContain('lost words');
    elsewhere.close();
    await second.close();
    reader.close();

    await api.trpc.version.restore.mutate({ versionId: frozenVersionId as string });
    expect((await frozen()).frozenAt).toBeNull();
    const after = await fixture.edit();
    expect(after.text()).toContain('good words');
    expect(after.messages.some(({ type }) => type === 'frozen')).toBe(false);
    after.write('and more');
    await after.saved();
    expect((await fixture.edit()).text()).toContain('and more');
  });

  it('is read by plain requests as editors see it, and refuses writes until restored', async () => {
    const { api, app, owner, documentId } = fixture;
    await api.trpc.document.putContent.mutate({ documentId, content: 'good words, once' });
    const { discussionId } = await api.trpc.discussion.create.mutate({ documentId, text: 'Why?' });
    // Its derived data comes from a state that will be unreadable.
    await poison(false);
    await server.db.deleteFrom('document_reading').where('documentId', '=', documentId).execute();
    await server.db
      .insertInto('document_reading')
      .columns(['documentId', 'sessionId', 'seq', 'isOwn'])
      .expression((eb) =>
        eb
          .selectFrom(['session', 'document'])
          .select(['document.channelId', 'session.id', 'document.seq', eb.lit(false).as('isOwn')])
          .where('session.userId', '=', owner.id)
          .where('document.channelId', '=', documentId),
      )
      .execute();
    const reader = await fixture.edit();
    await until('it says so', () => reader.messages.some(({ type }) => type === 'frozen'), 60_000);

    for (const format of ['markdown', 'html', 'blocks'] as const) {
      const { content } = await api.trpc.document.content.query({ documentId, format });
      expect(JSON.stringify(content)).toContain('good words');
    }
    const { update } = await api.trpc.document.changes.query({ documentId, after: 0 });
    const still = new Y.Doc();
    Y.applyUpdate(still, Buffer.from(update as string, 'base64'));
    expect(textOf(still.getXmlFragment(FRAGMENT))).toContain('good words');
    const path = `/api/app/${app.id}/channelDoc/${documentId}`;
    expect((await api.get(`${path}/export`)).text).toContain('good words');
    await until('it is found', async () => {
      const found = await api.trpc.search.find.query({ query: 'once', kinds: ['document'] });
      return JSON.stringify(found).includes(documentId);
    });

    const refused = [
      api.trpc.document.putContent.mutate({ documentId, content: 'lost' }),
      api.trpc.document.append.mutate({ documentId, content: 'lost' }),
      api.trpc.version.create.mutate({ documentId, name: 'lost' }),
      api.trpc.suggestion.accept.mutate({ documentId, text: 'lost' }),
    ];
    await Promise.all(refused.map((each) => expectRefused(each, 'documentFrozen')));
    await api.trpc.discussion.remove.mutate({ discussionId });

    const { frozenVersionId } = await frozen();
    await api.trpc.version.restore.mutate({ versionId: frozenVersionId as string });
    await api.trpc.document.append.mutate({ documentId, content: 'and more' });
    await api.trpc.document.putContent.mutate({ documentId, content: 'all new' });
    const { content } = await api.trpc.document.content.query({ documentId, format: 'markdown' });
    expect(content).toBe('all new\n');
  });

  it('is reopened by a process that has it open when another cannot read it', async () => {
    const writer = await fixture.edit();
    writer.write('good words');
    await writer.saved();
    const { id: versionId } = await fixture.api.trpc.version.create.mutate({
      documentId: fixture.documentId,
      name: 'good',
    });
    writer.write('later words');
    await writer.saved();
    await server.db
      .updateTable('document')
      .set({ frozenAt: new Date(), frozenVersionId: versionId })
      .where('channelId', '=', fixture.documentId)
      .execute();
    writer.write('lost words');
    await until('it says so', () => writer.messages.some(({ type }) => type === 'frozen'), 30_000);
    const reader = await fixture.edit();
    expect(reader.text()).toBe('good words');
  });

  it('has different tags in each form, so that nobody mistakes it for what they read before', async () => {
    const { api, app, documentId } = fixture;
    await api.trpc.document.putContent.mutate({ documentId, content: 'good words' });
    const { id: versionId } = await api.trpc.version.create.mutate({ documentId, name: 'good' });
    await api.trpc.document.putContent.mutate({ documentId, content: 'later words' });
    const url = `${server.url}/api/app/${app.id}/channelDoc/${documentId}/content`;
    const types = ['text/markdown', 'text/html', 'application/json'];
    const ask = (headers: Record<string, string>, rest: RequestInit = {}) =>
      fetch(url, { ...rest, headers: { authorization: `Bearer ${api.token}`, ...headers } });
    const read = async () => {
      const tags: string[] = [];
      for (const accept of types) {
        const answer = await ask({ accept });
        const tag = answer.headers.get('etag') ?? '';
        expect((await ask({ accept, 'if-none-match': tag })).status).toBe(304);
        tags.push(tag);
      }
      return tags;
    };
    const whole = await read();
    const [markdown = ''] = whole;
    const freeze = (frozenAt: Date | null) =>
      server.db.transaction().execute(async (tx) => {
        const frozenVersionId = frozenAt && versionId;
        await tx
          .updateTable('document')
          .set({ frozenAt, frozenVersionId })
          .where('channelId', '=', documentId)
          .execute();
        await tx.deleteFrom('document_content').where('documentId', '=', documentId).execute();
      });
    await freeze(new Date());
    // A cache that holds what was read before asks whether that is still shown.
    const shown = await ask({ accept: 'text/markdown', 'if-none-match': whole.join(', ') });
    expect([shown.status, await shown.text()]).toEqual([200, 'good words\n']);
    const tags = await read();
    expect(new Set([...whole, ...tags]).size).toBe(6);
    const put = (tag: string) =>
      ask({ 'content-type': 'text/markdown', 'if-match': tag }, { method: 'PUT', body: 'new words' });
    expect((await put(tags[0] ?? '')).status).not.toBe(200);
    await freeze(null);
    // The placeholder's tag says nothing about what would be overwritten.
    expect((await put(tags[0] ?? '')).status).toBe(412);
    expect((await put(markdown)).status).toBe(200);
  });

  it('is updated in open editors once restored', async () => {
    const { api } = fixture;
    await poison(false);
    const reader = await fixture.edit();
    await until('it says so', () => reader.messages.some(({ type }) => type === 'frozen'), 60_000);
    const before = reader.messages.length;
    const { frozenVersionId } = await frozen();
    await api.trpc.version.restore.mutate({ versionId: frozenVersionId as string });
    reader.write('written after');
    await until(
      'it is stored',
      () =>
        reader.saved().then(
          () => true,
          () => false,
        ),
      30_000,
    );
    expect(reader.messages.slice(before).some(({ type }) => type === 'frozen')).toBe(false);
    expect((await fixture.edit()).text()).toContain('written after');
  });
});
