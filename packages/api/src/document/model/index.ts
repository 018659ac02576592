import type { Db } from '@tandem/db';
import { steadyMs } from '../../core/timing/steady.ts';
import { runDocumentOperation } from '../edit/operations.ts';
import { findCutWords, readText, writeWords } from './content.repo.ts';

/** Documents looked at in one query. */
const BATCH = 500;
/** A call ends after this time, in milliseconds; the next one goes on. */
const PATIENCE_MS = 45_000;

/** How far the documents were looked through, in order of their ids; null: to their end. */
export interface IndexWalk {
  afterId: string | null;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const walks = new WeakMap<Db, IndexWalk>();

/** The one walk of this process: what it stores itself needs none. */
export function indexWalkOf(db: Db): IndexWalk {
  const walk = walks.get(db) ?? newIndexWalk();
  walks.set(db, walk);
  return walk;
}

/** A walk that begins. */
export function newIndexWalk(): IndexWalk {
  return { afterId: FIRST_ID };
}

/** The text of a document as far as it is searched; '' when it is gone. Texts are long: read one at a time. */
export function searchedText(db: Db, documentId: string): Promise<string> {
  return readText(db, documentId);
}

/**
 * Reads the words of long documents again of which an earlier version searched the beginning only, one after the other.
 * @param onFailure is told of those that cannot be read, which are left as they are
 * @returns how many it read
 */
export async function indexToEnd(
  db: Db,
  walk: IndexWalk,
  onFailure: (documentId: string, err: unknown) => void,
  patience = PATIENCE_MS,
): Promise<number> {
  const until = steadyMs() + patience;
  let count = 0;
  while (walk.afterId !== null) {
    const looked = await findCutWords(db, walk.afterId, BATCH);
    for (const { documentId, seq, isCut } of looked) {
      if (steadyMs() > until) return count;
      if (isCut)
        try {
          const text = async () => ({ text: await searchedText(db, documentId) });
          const words = await runDocumentOperation('words', text, { owner: 'index' });
          await writeWords(db, documentId, { seq, words });
          count += 1;
        } catch (err) {
          onFailure(documentId, err);
        }
      walk.afterId = documentId;
    }
    if (looked.length < BATCH) walk.afterId = null;
  }
  return count;
}
