import type { Db } from '@tandem/db';
import { withoutCitations } from '@tandem/shared/document/citation';
import type { Part } from '@tandem/shared/message/parts';
import { storedWordsOf } from '@tandem/shared/search/words';
import { breath } from '../../core/timing/yield.ts';
import { writeWords } from './words.repo.ts';

/** Of longer messages the beginning is searched, in characters: an answer has no bound. */
const MAX_TEXT = 200_000;
/** Different words of one message that are searched. */
const MAX_WORDS = 20_000;
/** All of them together, in bytes; PostgreSQL holds a megabyte. */
const MAX_BYTES = 500_000;

/** A message whose words can be looked for from now on. */
export interface IndexedMessage {
  messageId: string;
  text: string;
}

/** What is searched of a message: its words and the names of its files, without reasoning and tools. */
export function searchedTextOf(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => {
      if (part.type === 'text') return [withoutCitations(part.text)];
      return part.type === 'file' && part.filename ? [part.filename] : [];
    })
    .join('\n\n');
}

/**
 * Makes a stored message findable, in the transaction that stores it; a message that is written on is indexed
 * again at its end.
 */
export async function indexMessage(tx: Db, { messageId, text }: IndexedMessage): Promise<void> {
  await writeWords(tx, [{ messageId, words: await wordsToStore(text) }]);
}

/** The words by which a text is found. Everything else goes on while a long one is read. */
export async function wordsToStore(text: string): Promise<string[]> {
  const words = new Set<string>();
  const rest = breath();
  for (const some of storedWordsOf(text.slice(0, MAX_TEXT))) {
    for (const word of some) words.add(word);
    if (words.size >= MAX_WORDS) break;
    if (rest.isDue()) await rest.taken();
  }
  let bytes = 0;
  return [...words].slice(0, MAX_WORDS).filter((word) => {
    bytes += Buffer.byteLength(word);
    return bytes <= MAX_BYTES;
  });
}
