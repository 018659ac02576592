import { type BlockInput, MAX_DOCUMENT_TEXT } from '@tandem/shared/document/blocks';
import { AppError } from '../../core/errors.ts';
import { runDocumentOperation } from '../edit/operations.ts';

/** A text in a form that documents are written in. */
export interface WrittenText {
  format: 'markdown' | 'html';
  text: string;
}

/** A written text as a document can take it, not yet read. @throws AppError `documentTooLarge` */
export function fitText({ format, text }: WrittenText): WrittenText {
  const clean = text.replaceAll('\0', '').toWellFormed();
  if (clean.length > MAX_DOCUMENT_TEXT) throw new AppError('documentTooLarge');
  return { format, text: clean };
}

/**
 * Parses an untrusted text into blocks.
 * @param userId for scheduling between people
 * @param isFromModel replaces external pictures by links
 * @throws AppError `documentTooLarge`, `documentUnreadable` when it is too complex, or `unavailable` when too
 * much of theirs waits
 */
export async function readText(
  written: WrittenText,
  userId: number,
  { isFromModel = false } = {},
): Promise<readonly BlockInput[]> {
  const content = { ...fitText(written), isFromModel };
  return runDocumentOperation('parse', { content }, { owner: userId });
}
