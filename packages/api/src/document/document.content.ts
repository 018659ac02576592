import type { Db } from '@tandem/db';
import type { BlockInput } from '@tandem/shared/document/blocks';
import { MAX_DOCUMENT_BYTES } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { AppError } from '../core/errors.ts';
import type { Platform } from '../core/platform.ts';
import { wordsToStore } from '../search/search.index.ts';
import { findContent, storeContent } from './document.content.repo.ts';
import type { Derivation } from './document.derivation.ts';
import { deriveDocument } from './document.deriver.ts';
import { updatesAfter } from './document.repo.ts';
import { changeDocument, type StoredDocument } from './document.state.ts';

/** What is read of a document, as of its change `seq`. */
export interface DocumentContent extends Derivation {
  seq: number;
}

/**
 * What a document holds now. It is kept beside the document, and made anew when that has changed.
 * @throws AppError `notFound` when it is gone, and those of `deriveDocument`
 */
export async function readContent(db: Db, documentId: string): Promise<DocumentContent> {
  return (await findContent(db, documentId)) ?? deriveContent(db, documentId);
}

/**
 * Makes what is read of a document from its changes, and keeps it unless something newer is kept.
 * @throws AppError `notFound` when it is gone, and those of `deriveDocument`
 */
export async function deriveContent(db: Db, documentId: string): Promise<DocumentContent> {
  const rows = await updatesAfter(db, documentId, 0);
  const seq = rows.at(-1)?.seq;
  if (seq === undefined) throw new AppError('notFound');
  const updates = rows.map(({ update }) => update);
  const made = await deriveDocument({ documentId, seq, updates }, () => findContent(db, documentId));
  if ('seq' in made) return made;
  const content = { seq, ...made };
  await storeContent(db, documentId, content, await wordsToStore(content.text));
  return content;
}

export interface Replacement {
  userId: number | null;
  blocks: readonly BlockInput[];
  /** Refuse when the document is at another change than this one. */
  ifSeq?: number | undefined;
}

/**
 * Makes a document hold these blocks. Blocks that are the same stay untouched, others become what they should be by
 * small changes: who types meanwhile loses nothing, and discussions stay on their words.
 * @returns the number of the change
 * @throws AppError `notFound`, `documentChanged`, and `documentTooLarge` when the document would grow beyond what it may
 */
export async function replaceContent(
  platform: Platform,
  documentId: string,
  { userId, blocks, ifSeq }: Replacement,
): Promise<number> {
  const { writeBlocks } = await import('./document.editor.ts');
  return changeDocument(platform, documentId, {
    userId,
    ifSeq,
    change: ({ doc }) => {
      writeBlocks(doc, blocks);
      assertSize(doc);
    },
  });
}

/**
 * Puts blocks at the end of a document, before the empty paragraph that may stand there.
 * @returns the number of the change
 * @throws AppError as `replaceContent`
 */
export async function appendContent(
  platform: Platform,
  documentId: string,
  {
    userId,
    blocks,
    before,
  }: Pick<Replacement, 'userId' | 'blocks'> & {
    /** Called with the document as it was, in the transaction that changes it. */
    before?: (stored: StoredDocument, tx: Db) => Promise<unknown>;
  },
): Promise<number> {
  const { appendBlocks } = await import('./document.editor.ts');
  return changeDocument(platform, documentId, {
    userId,
    async change(stored, tx) {
      await before?.(stored, tx);
      appendBlocks(stored.doc, blocks);
      assertSize(stored.doc);
    },
  });
}

/** @throws AppError `documentTooLarge` when a document has grown beyond what it may */
export function assertSize(doc: Y.Doc): void {
  if (Y.encodeStateAsUpdate(doc).byteLength > MAX_DOCUMENT_BYTES) throw new AppError('documentTooLarge');
}
