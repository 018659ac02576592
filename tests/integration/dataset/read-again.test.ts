import { isReading, reopenExtraction } from '@tandem/api/content/file/extraction/again.repo';
import { giveUpExtraction } from '@tandem/api/content/file/extraction/extraction.read';
import { whenExtracted } from '@tandem/api/content/file/extraction/extraction.service';
import { joinedPdf, pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { pictureOfText, scannedPdf } from '@tandem/api/content/file/extraction/testing/scan';
import { findPages, findUsable } from '@tandem/api/dataset/grounding/usable.repo';
import { readOutdated } from '@tandem/api/dataset/source/read-again';
import { findOutdated } from '@tandem/api/dataset/source/read-again.repo';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import { addedFiles, makeDataset, readFiles, untilRead } from './datasets.ts';

const server = useOwnServer();
const team = useTeam(server);
let datasetId: string;

beforeEach(async () => {
  datasetId = await makeDataset(team.api, team.app.id);
});

const scan = (words: string) => [
  `The harbour of ${words} opens in May, and boats`,
  'are moored along the quay.',
];
const sourceOf = (sourceId: string) => team.api.trpc.source.get.query({ sourceId });
const retry = (sourceId: string) => team.api.trpc.source.retry.mutate({ datasetId, sourceIds: [sourceId] });
const textsOf = async (sourceId: string) =>
  (await team.api.trpc.source.pages.query({ sourceId })).list.map(({ text }) => text);
const firstFound = async (query: string) =>
  (await team.api.trpc.retrieval.search.query({ datasetId, query })).passages[0];

/** Takes pages of a file back to what a version without text recognition left. */
async function forget(sourceId: string, { page, status }: { page: number; status: 'ready' | 'failed' }) {
  const { hash } = await sourceOf(sourceId);
  const { id } = await server.db
    .updateTable('extraction')
    .set({ version: 1, status, problem: status === 'failed' ? 'empty' : null, scans: 0, recognised: 0 })
    .where('hash', '=', hash ?? '')
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .updateTable('extraction_page')
    .set({ text: '', words: null, problem: status === 'failed' ? 'empty' : 'scanned' })
    .where('hash', '=', hash ?? '')
    .where('index', '=', page)
    .execute();
  await sql`delete from "passage" where "extractionId" = ${id} and "page" = ${page}`.execute(server.db);
  await sql`update "extraction" set "passages" = (select count(*) from "passage" where "extractionId" = ${id})
    where "id" = ${id}`.execute(server.db);
  await sql`delete from "passage_index" where "extractionId" = ${id} and "first" >= (
    select "passages" from "extraction" where "id" = ${id})`.execute(server.db);
  return hash ?? '';
}

it('pages without text are read again by hand, while the others stay found in their places', async () => {
  const bytes = await joinedPdf([
    await pdfFile([['Berths cost twelve crowns a night.']]),
    await scannedPdf([scan('Bergen')]),
  ]);
  const [id = ''] = await readFiles(team.api, datasetId, { 'mixed.pdf': bytes });
  await forget(id, { page: 2, status: 'ready' });
  expect(await sourceOf(id)).toMatchObject({ status: 'ready', isOutdated: true });
  const before = await firstFound('price of a berth');
  expect(before).toMatchObject({ page: 1 });
  const [again] = await retry(id);
  expect(again).toMatchObject({ isOutdated: false });
  // Also before the other page is read.
  expect(await firstFound('price of a berth')).toMatchObject({ page: 1, text: before?.text });
  expect(await untilRead(team.api, [id])).toMatchObject([
    { status: 'ready', isOutdated: false, scans: 1, recognised: 1 },
  ]);
  expect(await textsOf(id)).toEqual(['Berths cost twelve crowns a night.', scan('Bergen').join('\n')]);
  expect(await firstFound('harbour of Bergen')).toMatchObject({ page: 2 });
  expect(await firstFound('price of a berth')).toMatchObject({ page: 1, text: before?.text });
});

it('the server reads a failed scan again by itself, but never before what is new', async () => {
  const [id = ''] = await readFiles(team.api, datasetId, {
    'scan.pdf': await scannedPdf([scan('Oslo')]),
  });
  const hash = await forget(id, { page: 1, status: 'failed' });
  const [other] = await addedFiles(team.api, datasetId, [{ name: 'new.txt', bytes: 'New words' }]);
  await untilRead(team.api, [other?.id ?? '']);
  // As though the new file were still to be read.
  const setOther = (status: 'reading' | 'ready') =>
    server.db
      .updateTable('extraction')
      .set({ status })
      .where('hash', '=', other?.hash ?? '')
      .execute();
  await setOther('reading');
  expect(await isReading(server.db, { isNew: true })).toBe(true);
  await readOutdated(server.platform);
  expect(await sourceOf(id)).toMatchObject({ status: 'failed', problem: 'empty', isOutdated: true });
  await setOther('ready');
  await readOutdated(server.platform);
  expect(await untilRead(team.api, [id])).toMatchObject([{ status: 'ready', isOutdated: false }]);
  expect(await textsOf(id)).toEqual([scan('Oslo').join('\n')]);
  await readOutdated(server.platform);
  const row = server.db.selectFrom('extraction').select(['status', 'version']).where('hash', '=', hash);
  expect(await row.executeTakeFirst()).toEqual({ status: 'ready', version: 2 });
});

it('a picture that could not be read when it was added is read later', async () => {
  const bytes = pictureOfText(scan('Visby'), [1_100, 300]);
  const [id = ''] = await readFiles(team.api, datasetId, { 'sign.png': bytes });
  const { hash } = await sourceOf(id);
  await server.db
    .deleteFrom('extraction')
    .where('hash', '=', hash ?? '')
    .execute();
  await server.db
    .updateTable('source')
    .set({ format: null, problem: 'notReadable' })
    .where('id', '=', id)
    .execute();
  await readOutdated(server.platform);
  expect(await untilRead(team.api, [id])).toMatchObject([{ status: 'ready', problem: null }]);
  expect(await textsOf(id)).toEqual([scan('Visby').join('\n')]);
});

it('stopping it leaves a file as ready as it was', async () => {
  const bytes = await joinedPdf([
    await pdfFile([['Ropes are in the loft.']]),
    await scannedPdf([scan('Turku')]),
  ]);
  const [id = ''] = await readFiles(team.api, datasetId, { 'ropes.pdf': bytes });
  const hash = await forget(id, { page: 2, status: 'ready' });
  // As though a job had begun and another were to come.
  await server.db.updateTable('extraction').set({ status: 'reading' }).where('hash', '=', hash).execute();
  const [stopped] = await team.api.trpc.source.stop.mutate({ datasetId, sourceIds: [id] });
  expect(stopped).toMatchObject({ status: 'ready', problem: null });
});

it('giving it up leaves a file as ready as it was, to be read again by hand only', async () => {
  const bytes = await joinedPdf([
    await pdfFile([['Oars are by the door.']]),
    await scannedPdf([scan('Pori')]),
  ]);
  const [id = ''] = await readFiles(team.api, datasetId, { 'oars.pdf': bytes });
  const hash = await forget(id, { page: 2, status: 'ready' });
  await server.db.updateTable('extraction').set({ status: 'queued' }).where('hash', '=', hash).execute();
  await giveUpExtraction(server.platform, { hash, format: 'pdf', uploaderId: team.owner.id });
  expect(await sourceOf(id)).toMatchObject({ status: 'ready', problem: null, isOutdated: true });
  const fileId = (await sourceOf(id)).file?.id ?? '';
  expect(await team.api.trpc.file.pages.query({ fileId })).toMatchObject({ status: 'ready', problem: null });
  expect((await findOutdated(server.db)).map((source) => source.id)).not.toContain(id);
  await retry(id);
  expect(await untilRead(team.api, [id])).toMatchObject([{ status: 'ready', isOutdated: false }]);
  expect((await textsOf(id))[1]).toBe(scan('Pori').join('\n'));
});

it('a content that the storage has lost ends, and holds nothing else up', async () => {
  const [id = ''] = await readFiles(team.api, datasetId, {
    'lost.png': pictureOfText(scan('Vaasa'), [1_100, 300]),
  });
  const hash = await forget(id, { page: 1, status: 'failed' });
  await server.platform.storage.remove(hash);
  await retry(id);
  expect(await untilRead(team.api, [id])).toMatchObject([{ status: 'failed', problem: 'interrupted' }]);
  expect(await isReading(server.db)).toBe(false);
});

it('a run that begins nothing raises no revision', async () => {
  const revision = async () => {
    const row = server.db.selectFrom('dataset').select('revision').where('channelId', '=', datasetId);
    return (await row.executeTakeFirstOrThrow()).revision;
  };
  const bytes = pictureOfText(scan('Kemi'), [1_100, 300]);
  const [id = ''] = await readFiles(team.api, datasetId, { 'kemi.png': bytes });
  const hash = await forget(id, { page: 1, status: 'failed' });
  // As though its file belonged to another channel, which no reading of this dataset may touch.
  await server.db
    .updateTable('source')
    .set({ format: null, problem: 'notReadable' })
    .where('id', '=', id)
    .execute();
  const other = await makeDataset(team.api, team.app.id);
  await server.db.updateTable('file').set({ channelId: other }).where('hash', '=', hash).execute();
  const before = await revision();
  await readOutdated(server.platform);
  expect(await revision()).toBe(before);
  // One that can be read again is neither held up by it nor by where its file belongs.
  await server.db
    .updateTable('source')
    .set({ format: 'image', problem: null })
    .where('id', '=', id)
    .execute();
  await readOutdated(server.platform);
  expect(await untilRead(team.api, [id])).toMatchObject([{ status: 'ready', isOutdated: false }]);
});

it('reading again takes nothing out of answers and has no question wait', async () => {
  const bytes = await joinedPdf([
    await pdfFile([['Sails are mended in winter.']]),
    await scannedPdf([scan('Umea')]),
  ]);
  const [id = ''] = await readFiles(team.api, datasetId, { 'sails.pdf': bytes });
  const hash = await forget(id, { page: 2, status: 'ready' });
  const { creatorId, teamId } = await server.db
    .selectFrom('source')
    .select(['creatorId', 'teamId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const asking = { userId: creatorId, teamId, channelId: datasetId, assistantId: null };
  const used = async () => ({
    counts: await findUsable(server.db, asking),
    pages: await findPages(server.db, asking, id, { from: 1, to: 2 }),
  });
  const before = await used();
  expect(before.counts).toMatchObject({ ready: 1, pending: 0 });
  const key = { hash, format: 'pdf' } as const;
  expect(await reopenExtraction(server.db, key)).toBe(true);
  expect(await used()).toEqual(before);
  const waiting = { timeoutMs: 0, signal: AbortSignal.timeout(60_000) };
  expect(await whenExtracted(server.platform, key, waiting)).toMatchObject({ status: 'ready' });
});

it('a content that somebody stopped is not read again by itself', async () => {
  const [id = ''] = await readFiles(team.api, datasetId, { 'quay.pdf': await pdfFile([['A quay.']]) });
  const hash = await forget(id, { page: 1, status: 'failed' });
  await server.db.updateTable('extraction').set({ problem: 'stopped' }).where('hash', '=', hash).execute();
  expect((await findOutdated(server.db)).map((source) => source.id)).not.toContain(id);
});
