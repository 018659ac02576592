import { type Db, transaction } from '@tandem/db';
import { steadyMs } from '../core/steady.ts';
import { searchedTextOf, wordsToStore } from './search.index.ts';
import { findUnread, lockFill, noteFill, writeWords } from './search.words.repo.ts';

/** Messages read in one transaction. */
const BATCH = 500;
/** A call ends after this time, in milliseconds; the next one goes on. */
const PATIENCE_MS = 45_000;

/**
 * Reads the words of messages that an earlier version stored without them.
 * @returns how many it read
 */
export async function fillWords(db: Db, patience = PATIENCE_MS): Promise<number> {
  const until = steadyMs() + patience;
  let count = 0;
  for (let read = BATCH; read === BATCH && steadyMs() < until; ) {
    read = await transaction(db, fillBatch);
    count += read;
  }
  return count;
}

async function fillBatch(tx: Db): Promise<number> {
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
