import type { Db } from '@tandem/db';
import { steadyMs } from '../../core/timing/steady.ts';
import { runDocumentOperation } from '../edit/operations.ts';
import { findCutWords, readText, writeWords } from './content.repo.ts';

/** Documents looked at in one query. */
const BATCH = 500;
/** Maximum milliseconds of one call; the next one continues. */
const PATIENCE_MS = 45_000;

/** Progress of a walk through the documents by id; null at the end. */
export interface IndexWalk {
  afterId: string | null;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const walks = new WeakMap<Db, IndexWalk>();

/** Returns this process's walk; documents it stores itself need none. */
export function indexWalkOf(db: Db): IndexWalk {
  const walk = walks.get(db) ?? newIndexWalk();
  walks.set(db, walk);
  return walk;
}

/** Returns a walk at its start. */
export function newIndexWalk(): IndexWalk {
  return { afterId: FIRST_ID };
}

/** Returns a document's searchable text; '' when it is gone. Texts are long: read one at a time. */
export function searchedText(db: Db, documentId: string): Promise<string> {
  return readText(db, documentId);
}

/**
 * Indexes long documents again of which an earlier version indexed only the beginning, one after the other.
 * @param onFailure called for unreadable ones, which are skipped
 * @returns the number indexed
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
