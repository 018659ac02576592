import type { Source } from '@tandem/shared/dataset/source';
import { expect } from 'vitest';
import type { Api } from '../../running/api.ts';
import { uploaded } from '../file/files.ts';

/** A new dataset at the top of an app. @returns its id */
export async function makeDataset(api: Api, appId: string): Promise<string> {
  const { id } = await api.trpc.channel.create.mutate({ appId, kind: 'dataset', name: 'Harbour' });
  return id;
}

/** Uploads files and adds them to a dataset. */
export async function addedFiles(
  api: Api,
  datasetId: string,
  files: readonly { name: string; bytes: string | Uint8Array; path?: string }[],
): Promise<Source[]> {
  const uploads: { fileId: string; path?: string }[] = [];
  for (const { name, bytes, path } of files) {
    const { id } = await uploaded(api, bytes, name);
    uploads.push({ fileId: id, ...(path !== undefined && { path }) });
  }
  return api.trpc.source.addFiles.mutate({ datasetId, files: uploads });
}

/** Reading pictures takes seconds a page, and several times that on a busy machine. */
const READ_MS = 80_000;

/** Adds files and waits until they are read. @returns the ids of their sources */
export async function readFiles(
  api: Api,
  datasetId: string,
  files: Record<string, string | Uint8Array>,
): Promise<string[]> {
  const added = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
  const ids = (await addedFiles(api, datasetId, added)).map(({ id }) => id);
  await untilRead(api, ids);
  return ids;
}

/** Waits until sources are ready or failed. */
export async function untilRead(api: Api, sourceIds: readonly string[]): Promise<Source[]> {
  const read = () => Promise.all(sourceIds.map((sourceId) => api.trpc.source.get.query({ sourceId })));
  const isRead = async () => (await read()).every(({ status }) => isOver(status));
  await expect.poll(isRead, { timeout: READ_MS }).toBe(true);
  return read();
}

const isOver = (status: Source['status']) => status === 'ready' || status === 'failed';
