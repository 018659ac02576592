import type { Db } from '@tandem/db';
import type { Platform } from '../../core/platform.ts';
import type { Derivation, GivenContent } from '../edit/operations.ts';
import { findContent, storeContent } from './content.repo.ts';
import { deriveStored } from './deriver.ts';
import { changeDocument, type DocumentChange } from './state.ts';

/** What is read of a document, as of its change `seq`. */
export interface DocumentContent extends Derivation {
  seq: number;
  /** Whether it is an older version, because the newest state cannot be read. */
  isFrozen: boolean;
}

const deriving = new WeakMap<Db, Map<string, Promise<DocumentContent>>>();

/**
 * What a document holds now. It is kept beside the document, and made anew when that has changed; of those who ask at
 * the same time, one has it made.
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
    // What is being made may be older than what this caller has to see, so it is looked for again.
    await known.catch(() => {});
  }
  const made = derive(db, documentId).finally(() => running.delete(documentId));
  running.set(documentId, made);
  return made;
}

/** Makes what is read of a document from its changes, and keeps it unless something newer is kept. */
async function derive(db: Db, documentId: string): Promise<DocumentContent> {
  const { words, ...content } = await deriveStored(db, documentId);
  await storeContent(db, documentId, content, words);
  return content;
}

/**
 * Puts content at the end of a document, before the empty paragraph that may stand there.
 * @returns the number of the change
 * @throws AppError `notFound`, and `documentTooLarge` when the document would grow beyond what it may
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
    /** Whether `store` is told the state of the document before the change. */
    keepBefore?: boolean;
    store?: DocumentChange<'append'>['store'];
  },
): Promise<number> {
  return changeDocument(platform, documentId, {
    ...change,
    operation: { name: 'append', input: { content, keepBefore } },
  });
}
