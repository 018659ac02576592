import { type Db, transaction } from '@tandem/db';
import { steadyMs } from '../../core/timing/steady.ts';
import { searchedTextOf, wordsToStore } from './index.ts';
import { findUnread, lockFill, noteFill, writeWords } from './words.repo.ts';

/** Messages or comments read in one transaction. */
export const BATCH = 500;
/** Maximum milliseconds of one call; the next one continues. */
const PATIENCE_MS = 45_000;

/**
 * Indexes rows that an earlier version stored without search words.
 * @param fills each indexes up to `BATCH` rows of one kind in a transaction, and returns their number
 * @returns the total
 */
export async function fillInTurn(
  db: Db,
  fills: readonly ((tx: Db) => Promise<number>)[],
  patience = PATIENCE_MS,
): Promise<number> {
  const until = steadyMs() + patience;
  let count = 0;
  for (const fill of fills)
    for (let read = BATCH; read === BATCH && steadyMs() < until; ) {
      read = await transaction(db, fill);
      count += read;
    }
  return count;
}

/** Reads the words of the next messages, one process at a time. @returns how many */
export async function fillMessages(tx: Db): Promise<number> {
  const fill = await lockFill(tx);
  if (!fill) return 0;
  const messages = await findUnread(tx, fill.afterId, BATCH);
  const texts: { messageId: string; words: string[] }[] = [];
  for (const { id, parts } of messages)
    texts.push({ messageId: id, words: await wordsToStore(searchedTextOf(parts)) });
  await writeWords(tx, texts);
  await noteFill(tx, messages.length === BATCH ? (messages.at(-1)?.id ?? null) : null);
  return messages.length;
}
