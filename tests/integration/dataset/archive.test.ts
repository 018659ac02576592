import { wordFile, wordParagraph } from '@tandem/api/content/file/extraction/testing/archive';
import { formerKeyOf, keyOf, type Packed } from '@tandem/api/dataset/source/archive/archive';
import { failArchive, giveUpUnpacking, unpackSource } from '@tandem/api/dataset/source/archive/unpack';
import { storeContent } from '@tandem/api/dataset/source/content';
import { MAX_SOURCES } from '@tandem/shared/dataset/source';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { uploaded } from '../file/files.ts';
import { useServer } from '../harness/server.ts';
import { expectRefused, useTeam } from '../workspace/team.ts';
import { addedFiles, makeDataset, untilRead } from './datasets.ts';

const server = useServer();
const team = useTeam(server);
let datasetId: string;

beforeEach(async () => {
  datasetId = await makeDataset(team.api, team.app.id);
});

const zip = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ) as Zippable,
  );

const add = async (bytes: Uint8Array, name = 'Port.zip') => {
  const [source] = await addedFiles(team.api, datasetId, [{ name, bytes }]);
  return source?.id ?? '';
};

const find = (sourceId: string) =>
  server.db.selectFrom('source').selectAll().where('id', '=', sourceId).executeTakeFirst();

/** Waits until an archive was unpacked, or failed. @returns why it failed */
async function untilUnpacked(sourceId: string): Promise<string | null> {
  const isOver = async () => {
    const found = await find(sourceId);
    return !found || found.problem !== null;
  };
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
  return (await find(sourceId))?.problem ?? null;
}

/** Paths of all sources but folders, with why they failed. */
async function tree(): Promise<Record<string, string | null>> {
  const rows = await server.db
    .selectFrom('source')
    .select(['id', 'parentId', 'kind', 'name', 'problem'])
    .where('datasetId', '=', datasetId)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pathOf = (row: (typeof rows)[number]): string => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    return parent ? `${pathOf(parent)}/${row.name}` : row.name;
  };
  const files = rows.filter(({ kind }) => kind !== 'folder').map((row) => [pathOf(row), row.problem]);
  return Object.fromEntries(files.sort());
}

const stored = () =>
  server.db.selectFrom('file').select(['id', 'name']).where('channelId', '=', datasetId).execute();

/** Changes a number of 16 bits in each entry of an archive's directory. */
function patched(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const changed = Buffer.from(bytes);
  for (
    let entry = changed.indexOf('PK\u0001\u0002');
    entry >= 0;
    entry = changed.indexOf('PK\u0001\u0002', entry + 4)
  )
    changed.writeUInt16LE(value, entry + at);
  return changed;
}

describe('an archive', () => {
  it('becomes a folder with its tree, each file read or failed as one uploaded alone', async () => {
    const id = await add(
      zip({
        'rules.txt': 'No fires on board.',
        'Plans/ropes.docx': wordFile(wordParagraph('Ropes are stored in the loft.')),
        'Plans/Old/berths.csv': 'berth,price\n1,12',
        'tool.bin': new Uint8Array([1, 2, 0, 3, 255]),
        'inner.zip': zip({ 'hidden.txt': 'Hidden' }),
        'nothing.txt': '',
        '__MACOSX/._rules.txt': 'system',
        '.DS_Store': 'system',
        'gnp\u202Etxt.exe.txt': 'Turned around',
      }),
    );
    expect(await untilUnpacked(id)).toBeNull();
    expect(await tree()).toEqual({
      'Port/Plans/Old/berths.csv': null,
      'Port/Plans/ropes.docx': null,
      'Port/gnptxt.exe.txt': null,
      'Port/inner.zip': 'archiveNested',
      'Port/rules.txt': null,
      'Port/tool.bin': 'notReadable',
    });
    const ids = (
      await server.db.selectFrom('source').select('id').where('datasetId', '=', datasetId).execute()
    ).map((row) => row.id);
    const read = await untilRead(team.api, ids);
    expect(read.filter(({ kind, status }) => kind === 'file' && status === 'ready')).toHaveLength(4);
    // The archive itself is not kept.
    expect((await stored()).map(({ name }) => name)).not.toContain('Port.zip');
  });

  it('is known by its bytes, and one that is a document stays one source', async () => {
    const id = await add(zip({ 'a.txt': 'Words' }), 'notes.txt');
    expect(await untilUnpacked(id)).toBeNull();
    expect(await tree()).toEqual({ 'notes.txt/a.txt': null });
    const [word] = await addedFiles(team.api, datasetId, [
      { name: 'letter.zip', bytes: wordFile(wordParagraph('Dear harbour master')) },
    ]);
    expect(word).toMatchObject({
      kind: 'file',
      file: { mediaType: expect.stringContaining('wordprocessingml') },
    });
  });

  it('is not what a damaged document is told to be', async () => {
    const cut = wordFile(wordParagraph('Dear harbour master')).subarray(0, 400);
    const [word] = await addedFiles(team.api, datasetId, [{ name: 'Letter.DOCX', bytes: cut }]);
    const [read] = await untilRead(team.api, [word?.id ?? '']);
    expect(read).toMatchObject({ name: 'Letter.DOCX', status: 'failed', problem: 'broken' });
  });

  const secret = patched(zip({ 'a.txt': 'Secret words' }), 8, 1);
  const whole = zip({ 'a.txt': 'Some words that are long enough', 'b.txt': 'More words' });
  const torn = Buffer.from(whole);
  torn.fill(0xff, 36, 50);
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}.txt`, 'x']));
  it.each<[string, string, () => Uint8Array]>([
    ['it ends too early', 'archiveBroken', () => whole.subarray(0, whole.length - 30)],
    ['a file in it is damaged', 'archiveBroken', () => torn],
    ['it has a password', 'archiveEncrypted', () => secret],
    ['it holds nothing', 'archiveEmpty', () => zip({ 'empty/': '' })],
    ['a path leads outside', 'archiveUnsafe', () => zip({ 'a.txt': 'A', '../../b.txt': 'B' })],
    ['a path is absolute', 'archiveUnsafe', () => zip({ '/etc/passwd': 'A' })],
    ['a path is of Windows', 'archiveUnsafe', () => zip({ 'a\\..\\b.txt': 'A' })],
    ['a name has a NUL', 'archiveUnsafe', () => zip({ 'a\0.txt': 'A' })],
    ['it has too many files', 'archiveTooLarge', () => zip(many)],
    ['its folders are too deep', 'archiveTooLarge', () => zip({ [`${'a/'.repeat(40)}b.txt`]: 'A' })],
    ['it is a bomb', 'archiveTooLarge', () => zip({ 'a.txt': new Uint8Array(64 * 1024 * 1024) })],
    // The directory says that the file is small.
    [
      'its sizes are lies',
      'archiveBroken',
      () => patched(zip({ 'a.txt': 'Longer than that'.repeat(50) }), 24, 9),
    ],
  ])('fails with a reason when %s', async (_, problem, make) => {
    const id = await add(make());
    expect(await untilUnpacked(id)).toBe(problem);
    expect(await tree()).toEqual({ 'Port.zip': problem });
    expect(await team.api.trpc.source.get.query({ sourceId: id })).toMatchObject({
      status: 'failed',
      problem,
    });
    const [retried] = await team.api.trpc.source.retry.mutate({ datasetId, sourceIds: [id] });
    expect(retried?.problem).toBeNull();
    expect(await untilUnpacked(id)).toBe(problem);
  });

  it('is unpacked once, without doubles, when runs of its job overlap', async () => {
    const bytes = zip(
      Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`Docs/${at}.txt`, `Words ${at}`])),
    );
    const id = await add(bytes);
    // The server's own job is the third: it runs again when its process seems to have died.
    await Promise.all([
      unpackSource(server.platform, { sourceId: id }),
      unpackSource(server.platform, { sourceId: id }),
    ]);
    expect(await untilUnpacked(id)).toBeNull();
    expect(Object.keys(await tree())).toHaveLength(250);
    expect(await stored()).toHaveLength(250);
    // Nothing is left of what a run had stored in vain.
    const waiting = server.db.selectFrom('file').select('id').where('uploaderId', '=', team.owner.id);
    expect(await waiting.where('channelId', 'is', null).where('appId', 'is', null).execute()).toEqual([]);
  });

  it.each([
    ['this version', keyOf, false],
    ['an earlier version', formerKeyOf, false],
    ['an earlier version, of an archive that was replaced since', formerKeyOf, true],
  ])('goes on behind the files that a killed run added: of %s', async (_of, key, isReplaced) => {
    const id = await add(zip({ 'a.txt': 'First' }).subarray(0, 60));
    expect(await untilUnpacked(id)).toBe('archiveBroken');
    const { id: whole } = (
      await addedFiles(team.api, datasetId, [{ name: 'x.zip', bytes: zip({ '../a': 'x' }) }])
    )[0] ?? {
      id: '',
    };
    expect(await untilUnpacked(whole)).toBe('archiveUnsafe');
    // As though the run that added `a.txt` had been killed, and somebody renamed the file since.
    const [held] = await addedFiles(team.api, datasetId, [{ name: 'renamed.txt', bytes: 'First' }]);
    const full = zip({ 'a.txt': 'First', 'b.txt': 'Second' });
    const { fileId } = await uploadedAs(full);
    await server.db
      .updateTable('source')
      .set({ clientKey: key({ id, fileId }, 'a.txt') })
      .where('id', '=', held?.id ?? '')
      .execute();
    const changed = isReplaced ? { changedAt: new Date() } : {};
    const values = { fileId, problem: null, ...changed };
    await server.db.updateTable('source').set(values).where('id', '=', id).execute();
    await unpackSource(server.platform, { sourceId: id });
    expect(await tree()).toEqual({
      ...(isReplaced && { 'Port/a.txt': null }),
      ...{ 'Port/b.txt': null, 'renamed.txt': null, 'x.zip': 'archiveUnsafe' },
    });
  });

  it('adds nothing when the dataset has no room for all of it', async () => {
    await sql`insert into "source" ("teamId", "datasetId", "kind", "name", "creatorId")
      select ${team.team.id}, ${datasetId}, 'folder', 'f' || n, ${team.owner.id}
      from generate_series(1, ${MAX_SOURCES - 2}::int) as n`.execute(server.db);
    const id = await add(zip({ 'a.txt': 'A', 'b.txt': 'B' }));
    expect(await untilUnpacked(id)).toBe('archiveFull');
    expect(await tree()).toEqual({ 'Port.zip': 'archiveFull' });
  });

  it('is not unpacked for somebody who may no longer change the dataset, nor once it was stopped', async () => {
    const id = await add(zip({ '../a': 'x' }));
    expect(await untilUnpacked(id)).toBe('archiveUnsafe');
    const { fileId } = await uploadedAs(zip({ 'a.txt': 'A' }));
    const wait = { fileId, problem: null };
    const stranger = await server.db
      .insertInto('user')
      .values({ email: `gone-${id}@tandem.test`, name: 'Gone' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db
      .updateTable('source')
      .set({ ...wait, creatorId: stranger.id })
      .where('id', '=', id)
      .execute();
    await unpackSource(server.platform, { sourceId: id });
    expect(await tree()).toEqual({ 'Port.zip': 'archiveRefused' });
    await server.db
      .updateTable('source')
      .set({ ...wait, creatorId: team.owner.id })
      .where('id', '=', id)
      .execute();
    const [stopped] = await team.api.trpc.source.stop.mutate({ datasetId, sourceIds: [id] });
    expect(stopped).toMatchObject({ status: 'failed', problem: 'stopped' });
    await unpackSource(server.platform, { sourceId: id });
    expect(await tree()).toEqual({ 'Port.zip': 'stopped' });
  });

  it('replaces no file, since old citations would lose their source', async () => {
    const [file] = await addedFiles(team.api, datasetId, [{ name: 'rules.txt', bytes: 'No fires' }]);
    const { id: fileId } = await uploaded(team.api, zip({ 'a.txt': 'A' }), 'Port.zip');
    const refused = team.api.trpc.source.replace.mutate({ sourceId: file?.id ?? '', fileId });
    await expectRefused(refused, 'replacedByArchive');
    const [held] = await untilRead(team.api, [file?.id ?? '']);
    expect(held).toMatchObject({ hash: file?.hash, status: 'ready' });
    // The upload is still its owner's, who can add it.
    const [added] = await team.api.trpc.source.addFiles.mutate({ datasetId, files: [{ fileId }] });
    expect(await untilUnpacked(added?.id ?? '')).toBeNull();
    expect(await tree()).toEqual({ 'Port/a.txt': null, 'rules.txt': null });
  });

  it('replaces one that could not be unpacked, and is unpacked in its place', async () => {
    const id = await add(whole.subarray(0, whole.length - 30));
    expect(await untilUnpacked(id)).toBe('archiveBroken');
    const { id: fileId } = await uploaded(team.api, whole, 'Harbour.zip');
    const replaced = await team.api.trpc.source.replace.mutate({ sourceId: id, fileId });
    expect(replaced).toMatchObject({ name: 'Harbour.zip', problem: null });
    expect(await untilUnpacked(id)).toBeNull();
    expect(await tree()).toEqual({ 'Harbour/a.txt': null, 'Harbour/b.txt': null });
  });

  it('is left to its own job when another run was about to unpack the one before it', async () => {
    const id = await add(whole.subarray(0, whole.length - 30));
    expect(await untilUnpacked(id)).toBe('archiveBroken');
    const { fileId } = await uploadedAs(whole);
    const before = await find(id);
    await server.db.updateTable('source').set({ fileId, problem: null }).where('id', '=', id).execute();
    await failArchive(server.platform, { ...before, problem: null } as Packed, 'archiveBroken');
    await giveUpUnpacking(server.platform, { sourceId: id, fileId: before?.fileId ?? undefined });
    expect((await find(id))?.problem).toBeNull();
    await unpackSource(server.platform, { sourceId: id });
    expect(await tree()).toEqual({ 'Port/a.txt': null, 'Port/b.txt': null });
  });

  it('comes by REST as well', async () => {
    const form = new FormData();
    form.append('datasetId', datasetId);
    form.append('file', new Blob([new Uint8Array(zip({ 'a.txt': 'A' }))]), 'Port.zip');
    const { data } = await team.api.call('POST', '/api/files/upload/dataset', { raw: form });
    const [source] = (data as { documents: { id: string }[] }).documents;
    expect(await untilUnpacked(source?.id ?? '')).toBeNull();
    expect(await tree()).toEqual({ 'Port/a.txt': null });
  });
});

/** Bytes as a file of the dataset that nothing uses. */
async function uploadedAs(bytes: Uint8Array): Promise<{ fileId: string }> {
  const channel = { id: datasetId, teamId: team.team.id };
  const content = { name: 'held.zip', bytes, isText: false };
  const { id } = await storeContent(
    { db: server.db, platform: server.platform },
    channel,
    team.owner.id,
    content,
  );
  return { fileId: id };
}
