import type { Db } from '@tandem/db';
import type { Platform } from '../../core/platform.ts';
import type { Derivation, GivenContent } from '../edit/operations.ts';
import { findContent, storeContent } from './content.repo.ts';
import { deriveStored } from './deriver.ts';
import { changeDocument, type DocumentChange } from './state.ts';

/** A document's derived content as of its change `seq`. */
export interface DocumentContent extends Derivation {
  seq: number;
  /** Whether it is an older version, because the newest state cannot be read. */
  isFrozen: boolean;
}

const deriving = new WeakMap<Db, Map<string, Promise<DocumentContent>>>();

/**
 * Returns a document's current content. It is stored, and derived again after changes; concurrent callers
 * share one derivation.
 * @throws AppError `notFound` when it is gone, and those of `deriveStored`
 */
export async function readContent(db: Db, documentId: string): Promise<DocumentContent> {
  const running = deriving.get(db) ?? new Map<string, Promise<DocumentContent>>();
  deriving.set(db, running);
  for (;;) {
    const kept = await findContent(db, documentId);
    if (kept) return kept;
    const known = running.get(documentId);
    if (!known) break;
    // The derivation in progress may be older than this caller must see, so it looks again.
    await known.catch(() => {});
  }
  const made = derive(db, documentId).finally(() => running.delete(documentId));
  running.set(documentId, made);
  return made;
}

/** Derives a document's content from its changes, and stores it unless newer content is stored. */
async function derive(db: Db, documentId: string): Promise<DocumentContent> {
  const { words, ...content } = await deriveStored(db, documentId);
  await storeContent(db, documentId, content, words);
  return content;
}

/**
 * Appends content to a document, before an empty last paragraph.
 * @returns the number of the change
 * @throws AppError `notFound`, and `documentTooLarge` when the document would exceed its limit
 */
export function appendContent(
  platform: Platform,
  documentId: string,
  {
    content,
    keepBefore = false,
    ...change
  }: {
    userId: number | null;
    content: GivenContent;
    /** Judges rights again in the transaction that stores the change. */
    judge?: DocumentChange<'append'>['judge'];
    /** Whether `store` gets the document's state before the change. */
    keepBefore?: boolean;
    store?: DocumentChange<'append'>['store'];
  },
): Promise<number> {
  return changeDocument(platform, documentId, {
    ...change,
    operation: { name: 'append', input: { content, keepBefore } },
  });
}
