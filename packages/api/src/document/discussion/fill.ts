import type { Db } from '@tandem/db';
import { BATCH } from '../../content/search/fill.ts';
import { wordsToStore } from '../../content/search/index.ts';
import { lockUnreadComments, writeCommentWords } from './words.repo.ts';

/**
 * Indexes the next comments without search words, for `fillInTurn`.
 * @returns their number
 */
export async function fillComments(tx: Db): Promise<number> {
  const unread = await lockUnreadComments(tx, BATCH);
  if (unread.length === 0) return 0;
  const comments: { id: string; words: string[] }[] = [];
  for (const { id, text } of unread) comments.push({ id, words: await wordsToStore(text) });
  await writeCommentWords(tx, comments);
  return unread.length;
}
