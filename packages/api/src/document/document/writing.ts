import { runDocumentOperation } from '../edit/operations.ts';
import type { DocumentContent } from '../model/content.ts';
import type { FileForm } from '../render/text.ts';

/**
 * A document as a text for its reader.
 * @param userId whose turn is waited for
 * @param file absent: bare HTML
 * @throws AppError `documentUnreadable` when that takes too long or too much memory, or `unavailable` when too much of
 *   theirs waits
 */
export function writeText(
  { blocksJson }: Pick<DocumentContent, 'blocksJson'>,
  userId: number,
  file: FileForm | null = null,
): Promise<string> {
  return runDocumentOperation('write', { blocksJson, file }, { owner: userId });
}

/** The ids of the files that a document shows or leads to. @throws AppError as `writeText` */
export function filesOf(
  { blocksJson }: Pick<DocumentContent, 'blocksJson'>,
  userId: number,
): Promise<string[]> {
  return runDocumentOperation('files', { blocksJson }, { owner: userId });
}
