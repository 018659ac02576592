import type { Dataset, UpdateDataset } from '@tandem/shared/dataset/schema';
import { type AddPage, MAX_SOURCES_AT_ONCE, type Source } from '@tandem/shared/dataset/source';
import { newId } from '../../lib/ids.ts';
import { api } from '../../lib/trpc.ts';
import { applyDataset, applySources } from './apply.ts';

/** Where something is added: a folder of a dataset, or its top. */
export interface SourcePlace {
  datasetId: string;
  parentId: string | null;
}

/** Their failures are shown by the form that calls them. */
const silent = { context: { silent: true } };

async function applied(datasetId: string, call: Promise<Source | Source[]>): Promise<Source[]> {
  const answer = await call;
  const sources = Array.isArray(answer) ? answer : [answer];
  applySources(datasetId, { sources, removed: [] });
  return sources;
}

/** Calls for as many sources at once as the server takes. */
async function inTurns(ids: readonly string[], call: (ids: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += MAX_SOURCES_AT_ONCE)
    await call(ids.slice(at, at + MAX_SOURCES_AT_ONCE));
}

/** @throws the call's error, which the caller shows */
export async function updateDataset(change: UpdateDataset): Promise<Dataset> {
  const dataset = await api.dataset.update.mutate(change, silent);
  applyDataset(dataset);
  return dataset;
}

/** Adds uploads, each with the path of its folders and its name. @throws the call's error, which the caller shows */
export function addFiles(
  { datasetId, parentId }: SourcePlace,
  files: { fileId: string; path: string }[],
): Promise<Source[]> {
  return applied(datasetId, api.source.addFiles.mutate({ datasetId, parentId, files }, silent));
}

/** @throws the call's error, which the caller shows */
export function addFolder(place: SourcePlace, name: string): Promise<Source[]> {
  return applied(place.datasetId, api.source.addFolder.mutate({ ...place, name }, silent));
}

/** Adds a pasted text. @param clientKey the same for a repeated try @throws the call's error, which the caller shows */
export function addText(
  place: SourcePlace,
  { name, text, clientKey = newId() }: { name: string; text: string; clientKey?: string },
): Promise<Source[]> {
  return applied(place.datasetId, api.source.addText.mutate({ ...place, name, text, clientKey }, silent));
}

/** @throws the call's error, which the caller shows */
export function addPage(
  place: SourcePlace,
  page: Pick<AddPage, 'url' | 'kind' | 'refreshHours'>,
): Promise<Source[]> {
  return applied(place.datasetId, api.source.addPage.mutate({ ...place, ...page }, silent));
}

/** @throws the call's error, which the caller shows */
export async function addDocuments(place: SourcePlace, documentIds: readonly string[]): Promise<void> {
  await inTurns(documentIds, (ids) =>
    applied(place.datasetId, api.source.addDocuments.mutate({ ...place, documentIds: ids }, silent)),
  );
}

/** @throws the call's error, which the caller shows */
export function renameSource({ id, datasetId }: Source, name: string): Promise<Source[]> {
  return applied(datasetId, api.source.update.mutate({ sourceId: id, name }, silent));
}

/** Says how often a page is fetched again, in hours; null for never. A failure shows as a toast. */
export async function setRefresh(
  { id, datasetId }: Source,
  refreshHours: AddPage['refreshHours'],
): Promise<void> {
  await shown(
    applied(datasetId, api.source.update.mutate({ sourceId: id, refreshHours: refreshHours ?? null })),
  );
}

/** Gives a source the content of an upload. @throws the call's error, which the caller shows */
export function replaceSource({ id, datasetId }: Source, fileId: string): Promise<Source[]> {
  return applied(datasetId, api.source.replace.mutate({ sourceId: id, fileId }, silent));
}

/** @throws the call's error, which the caller shows */
export async function moveSources(
  datasetId: string,
  sourceIds: readonly string[],
  parentId: string | null,
): Promise<void> {
  await inTurns(sourceIds, (ids) =>
    applied(datasetId, api.source.move.mutate({ datasetId, sourceIds: ids, parentId }, silent)),
  );
}

/** Has failed sources read again and pages fetched now. A failure shows as a toast. */
export async function retrySources(datasetId: string, sourceIds: readonly string[]): Promise<void> {
  await shown(
    inTurns(sourceIds, (ids) => applied(datasetId, api.source.retry.mutate({ datasetId, sourceIds: ids }))),
  );
}

/** Ends reading sources. A failure shows as a toast. */
export async function stopSources(datasetId: string, sourceIds: readonly string[]): Promise<void> {
  await shown(
    inTurns(sourceIds, (ids) => applied(datasetId, api.source.stop.mutate({ datasetId, sourceIds: ids }))),
  );
}

/** Removes sources with everything below them. @throws the call's error, which the caller shows */
export async function removeSources(datasetId: string, sourceIds: readonly string[]): Promise<void> {
  await inTurns(sourceIds, async (ids) => {
    const { removed } = await api.source.remove.mutate({ datasetId, sourceIds: ids }, silent);
    applySources(datasetId, { sources: [], removed });
  });
}

/** The call has shown why it failed. */
async function shown(call: Promise<unknown>): Promise<void> {
  await call.catch(() => {});
}
