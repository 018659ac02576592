import { runDocumentOperation } from '../edit/operations.ts';
import type { DocumentContent } from '../model/content.ts';
import type { FileForm } from '../render/text.ts';

/**
 * Writes a document as text.
 * @param userId for scheduling between people
 * @param file absent for bare HTML
 * @throws AppError `documentUnreadable` when that exceeds time or memory, or `unavailable` when too much of
 * theirs waits
 */
export function writeText(
  { blocksJson }: Pick<DocumentContent, 'blocksJson'>,
  userId: number,
  file: FileForm | null = null,
): Promise<string> {
  return runDocumentOperation('write', { blocksJson, file }, { owner: userId });
}

/**
 * Returns the ids of the files a document shows or links to.
 * @throws AppError as `writeText`
 */
export function filesOf(
  { blocksJson }: Pick<DocumentContent, 'blocksJson'>,
  userId: number,
): Promise<string[]> {
  return runDocumentOperation('files', { blocksJson }, { owner: userId });
}
