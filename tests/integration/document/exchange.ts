import type { Block } from '@tandem/shared/document/blocks';
import type { ImportReport } from '@tandem/shared/document/import';
import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import type { Api } from '../../running/api.ts';
import { bytesOf, uploaded } from '../file/files.ts';

/** An archive of files by their paths. */
export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries = Object.entries(files).map(([path, content]): [string, Uint8Array] => [
    path,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries) as Zippable);
}

/** Uploads a file and imports it. */
export async function imported(
  api: Api,
  place: { appId: string; parentId?: string },
  content: string | Uint8Array,
  name: string,
): Promise<ImportReport> {
  const { id: fileId } = await uploaded(api, content, name, 'application/octet-stream');
  return api.trpc.document.import.mutate({ ...place, fileId });
}

/** A document as it is exported, and its name. */
export async function exported(
  api: Api,
  { appId, id }: { appId: string; id: string },
  query = '',
): Promise<{ status: number; headers: Headers; bytes: Buffer; files: Record<string, Uint8Array> }> {
  const answer = await bytesOf(api, `/api/app/${appId}/channelDoc/${id}/export${query}`);
  const isZip = answer.headers.get('content-type') === 'application/zip';
  return { ...answer, files: isZip ? unzipSync(answer.bytes) : {} };
}

export async function markdownOf(api: Api, documentId: string): Promise<string> {
  return (await api.trpc.document.content.query({ documentId, format: 'markdown' })).content as string;
}

export async function blocksOf(api: Api, documentId: string): Promise<Block[]> {
  return (await api.trpc.document.content.query({ documentId, format: 'blocks' })).content as Block[];
}
