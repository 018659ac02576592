import { buffer } from 'node:stream/consumers';
import type { AgentFileContent, ReadAgentFile } from '@tandem/shared/agent/file';
import { type FileKind, HEAD_BYTES, kindOf } from '../../content/file/kind.ts';
import { AppError } from '../../core/errors.ts';
import type { FileEntry } from '../files/entries.ts';
import { type Reading, readManifest } from '../files/manifest.ts';
import { validPath } from '../files/path.ts';
import { fileAt, newestFiles, readContent, readText } from '../files/workspace.ts';

/**
 * Reads a file of the newest state, or of an earlier one.
 * @throws AppError `invalidInput` for what is no path, `notFound`
 */
export async function readFile(reading: Reading, input: ReadAgentFile): Promise<AgentFileContent> {
  const { entry, ...at } = await findFile(reading, input);
  return contentOf(reading, at, entry);
}

/**
 * Finds a file of the newest state, or of an earlier one.
 * @throws AppError `invalidInput` for what is no path, `notFound`
 */
export async function findFile(
  reading: Reading,
  { channelId, path: given, manifestId: earlier }: ReadAgentFile,
): Promise<{ channelId: string; path: string; manifestId: string; entry: FileEntry }> {
  const path = validPath(given);
  const { manifestId, entries } =
    earlier === undefined
      ? await newestFiles(reading, channelId)
      : { manifestId: earlier, entries: await readManifest(reading, channelId, earlier) };
  if (manifestId === null) throw new AppError('notFound');
  return { channelId, path, manifestId, entry: fileAt(entries, path) };
}

/** A file of a state as it is told. */
export async function contentOf(
  reading: Pick<Reading, 'platform'>,
  { channelId, path, manifestId }: { channelId: string; path: string; manifestId: string },
  entry: FileEntry,
): Promise<AgentFileContent> {
  const content = await readText(reading, entry);
  const { mediaType } = await kindOfFile(reading, path, entry, content);
  const { size, isExecutable } = entry;
  return {
    ...{ path, mediaType, size, content, manifestId, isExecutable },
    url: `/api/channelAgent/${channelId}/files/download?${new URLSearchParams({ path, manifestId })}`,
    modifiedAt: new Date(entry.modifiedAt),
  };
}

/** What a file's bytes are. A picture too large to be shown is bytes. */
export async function kindOfFile(
  reading: Pick<Reading, 'platform'>,
  path: string,
  entry: FileEntry,
  text?: string | null,
): Promise<FileKind> {
  const first = { start: 0, end: Math.min(entry.size, HEAD_BYTES) - 1 };
  const head = await buffer(await readContent(reading, entry, first));
  const isText = text === undefined || text === null ? isTextHead(head, entry) : true;
  try {
    return await kindOf(head, isText, path.split('/').at(-1) ?? '');
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'imageTooLarge') throw error;
    return { mediaType: 'application/octet-stream', width: null, height: null };
  }
}

/** Whether the beginning of a file is UTF-8 without NUL; a character may be cut at its end. */
function isTextHead(head: Uint8Array, { size }: FileEntry): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length < size });
    return true;
  } catch {
    return false;
  }
}
