import { topics } from '@tandem/api/core/live/bus';
import { keepDueVersions, thinVersions } from '@tandem/api/document/version/keep';
import type { DocumentLiveEvent } from '@tandem/shared/live/events';
import type { Version } from '@tandem/shared/version/schema';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { useDocument } from '../discussion/fixture.ts';
import { pngOf, uploaded } from '../file/files.ts';
import { useServer, useServerBeside } from '../harness/server.ts';
import { type LiveSocket, openSocket } from '../live/follower.ts';
import { expectRefused } from '../workspace/team.ts';

const server = useServer();
const second = useServerBeside(server);
const fixture = useDocument(server);
const sockets: LiveSocket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.close();
});

const until = (isTrue: () => boolean, timeout = 8_000) =>
  expect.poll(isTrue, { timeout, interval: 10 }).toBe(true);
const setAttr = (values: object) =>
  fixture.api.trpc.document.setAttr.mutate({ documentId: fixture.documentId, ...values });

/** Follows a document as another reader does. */
function follow(token: string | null, at = second) {
  const socket = openSocket(at.url, token as string);
  sockets.push(socket);
  const events: DocumentLiveEvent[] = [];
  socket.trpc.live.document.subscribe(
    { documentId: fixture.documentId },
    { onData: ({ data }) => events.push(data), onError: () => {} },
  );
  const of = <Type extends DocumentLiveEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<DocumentLiveEvent, { type: Type }> => event.type === type);
  return { of, begun: () => until(() => of('versions').length > 0) };
}

describe('appearance of a document', () => {
  it('accepts a gradient or a picture of the document, with a position', async () => {
    const { api, documentId, app } = fixture;
    expect(await setAttr({ cover: 'sea', isWide: true })).toMatchObject({
      ...{ cover: 'sea', coverY: 50, isWide: true, attributeRevision: 1 },
    });
    const { id: fileId } = await uploaded(api, pngOf(8, 8), 'cover.png');
    await expectRefused(setAttr({ cover: fileId }), 'notFound');
    await api.trpc.file.attach.mutate({ channelId: documentId, fileId });
    const path = `/api/app/${app.id}/channelDoc/${documentId}/attr`;
    const put = await api.put(path, { cover: fileId, coverY: 20 });
    expect(put.data).toMatchObject({ cover: fileId, coverY: 20, isWide: true, attributeRevision: 2 });
    expect((await api.put(path, (await api.get(path)).data)).status).toBe(200);
    expect(await setAttr({ cover: '' })).toMatchObject({ cover: '', coverY: 20 });
  });

  it('is refused beyond its bounds', async () => {
    const { api, documentId } = fixture;
    for (const values of [
      { cover: 'https://example.com/a.png' },
      { cover: 'url(x)' },
      { coverY: 101 },
      { coverY: -1 },
      { coverY: 1.5 },
      { isWide: 'yes' },
      { icon: 'x'.repeat(65) },
      { colour: 'red' },
    ])
      await expectRefused(setAttr(values), 'invalidInput');
    const { id: fileId } = await uploaded(api, new TextEncoder().encode('words'), 'a.txt');
    await api.trpc.file.attach.mutate({ channelId: documentId, fileId });
    await expectRefused(setAttr({ cover: fileId }), 'notFound');
    expect(await api.trpc.document.get.query({ documentId })).toMatchObject({
      cover: '',
      attributeRevision: 0,
    });
  });

  it('is changed by anyone who may edit', async () => {
    await fixture.allow('comment');
    const commenter = await fixture.person();
    const { documentId } = fixture;
    await expectRefused(
      commenter.api.trpc.document.setAttr.mutate({ documentId, cover: 'sea' }),
      'forbidden',
    );
    const stranger = await fixture.person('guest');
    await expectRefused(stranger.api.trpc.document.setAttr.mutate({ documentId, cover: 'sea' }), 'notFound');
  });

  it('reaches every open editor on another server, even when the bus lost the event', async () => {
    const other = await fixture.person();
    const reader = follow(other.api.token);
    await reader.begun();
    expect(reader.of('appearance')).toMatchObject([{ appearance: { cover: '', attributeRevision: 0 } }]);
    await setAttr({ cover: 'dusk' });
    await until(() => reader.of('appearance').at(-1)?.appearance.cover === 'dusk');
    await server.db
      .updateTable('document')
      .set({ isWide: true, attributeRevision: 2 })
      .where('channelId', '=', fixture.documentId)
      .execute();
    await until(() => reader.of('appearance').at(-1)?.appearance.isWide === true);
    expect(reader.of('appearance')).toHaveLength(3);
  });
});

describe('versions of a document', () => {
  it('are announced as they are kept, renamed and removed, with each reader’s abilities', async () => {
    await fixture.allow('comment');
    const other = await fixture.person();
    const reader = follow(other.api.token);
    await reader.begun();
    const { version } = fixture.api.trpc;
    const told = () => reader.of('versions').slice(1);
    const last = (): Version | undefined => told().at(-1)?.versions[0];

    const made = await version.create.mutate({ documentId: fixture.documentId, name: 'First' });
    await until(() => last()?.id === made.id);
    expect(last()).toMatchObject({ name: 'First', abilities: { rename: false, remove: false } });
    await version.rename.mutate({ versionId: made.id, name: 'Second' });
    await until(() => last()?.name === 'Second');
    await version.remove.mutate({ versionId: made.id });
    await until(() => told().at(-1)?.removed[0] === made.id);
    expect(told().every(({ reset }) => !reset)).toBe(true);
  });

  it('kept automatically are announced too', async () => {
    const { api, documentId } = fixture;
    const reader = follow(api.token);
    await reader.begun();
    const causes = () => reader.of('versions').flatMap(({ versions }) => versions.map(({ cause }) => cause));
    await api.trpc.document.putContent.mutate({ documentId, content: 'one' });
    await server.db
      .updateTable('document')
      .set({ versionedAt: sql`now() - interval '11 minutes'` })
      .where('channelId', '=', documentId)
      .execute();
    await keepDueVersions(server.platform);
    await until(() => causes().includes('automatic'));
    const [kept] = (await api.trpc.version.list.query({ documentId })).list;
    await api.trpc.document.putContent.mutate({ documentId, content: 'two' });
    await api.trpc.version.restore.mutate({ versionId: kept?.id as string });
    await until(() => causes().includes('restore'));
  });

  it('are requested again after events may have been lost', async () => {
    const { api, documentId, db = server.db } = { ...fixture, db: server.db };
    const made = await api.trpc.version.create.mutate({ documentId });
    const reader = follow(api.token);
    await reader.begun();
    await sql`
      insert into "version" ("documentId", "cause", "seq", "state", "wordCount", "createdAt")
      select "documentId", 'automatic', 1, "state", 1, now() - make_interval(days => 30) from "version"
      cross join generate_series(1, 2) where "id" = ${made.id}`.execute(db);
    expect(await thinVersions(server.platform)).toBe(1);
    await until(() => reader.of('versions').length === 2);
    expect(reader.of('versions')[1]).toMatchObject({ reset: true });
    // A word of the bus that leaves a gap says too little.
    server.platform.bus.publish(topics.document(documentId), {
      ...{ type: 'versions', revision: 9, versionIds: [made.id] },
    });
    await until(() => reader.of('versions').length === 3);
    expect(reader.of('versions')[2]).toMatchObject({ reset: true });
  });
});
