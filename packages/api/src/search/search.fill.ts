import { type Db, transaction } from '@tandem/db';
import { steadyMs } from '../core/steady.ts';
import { searchedTextOf, wordsToStore } from './search.index.ts';
import {
  findUnread,
  lockFill,
  lockUnreadComments,
  noteFill,
  writeCommentWords,
  writeWords,
} from './search.words.repo.ts';

/** Messages read in one transaction. */
const BATCH = 500;
/** A call ends after this time, in milliseconds; the next one goes on. */
const PATIENCE_MS = 45_000;

/**
 * Reads the words of messages and comments that an earlier version stored without them.
 * @returns how many it read
 */
export async function fillWords(db: Db, patience = PATIENCE_MS): Promise<number> {
  const until = steadyMs() + patience;
  let count = 0;
  for (const fill of [fillBatch, fillComments])
    for (let read = BATCH; read === BATCH && steadyMs() < until; ) {
      read = await transaction(db, fill);
      count += read;
    }
  return count;
}

async function fillComments(tx: Db): Promise<number> {
  const unread = await lockUnreadComments(tx, BATCH);
  if (unread.length === 0) return 0;
  const comments: { id: string; words: string[] }[] = [];
  for (const { id, text } of unread) comments.push({ id, words: await wordsToStore(text) });
  await writeCommentWords(tx, comments);
  return unread.length;
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
