import type { Db } from '@tandem/db';
import { withoutCitationLinks } from '@tandem/shared/dataset/citation';
import { withoutCitations } from '@tandem/shared/document/citation';
import type { Part } from '@tandem/shared/message/parts';
import { storedWordsOf } from '@tandem/shared/search/words';
import type { RawBuilder } from 'kysely';
import { pacer } from '../../core/timing/yield.ts';
import { writeWords, writingWords } from './words.repo.ts';

/** Characters of a message that are searchable: an answer's length is unbounded. */
const MAX_TEXT = 200_000;
/** Different words of one message that are searched. */
const MAX_WORDS = 20_000;
/** Bytes of all its words; PostgreSQL's limit is one megabyte. */
const MAX_BYTES = 500_000;

/** A message to index. */
export interface IndexedMessage {
  messageId: string;
  text: string;
}

/** Returns the searchable text of a message: its text and file names, without reasoning and tools. */
export function searchedTextOf(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => {
      if (part.type === 'text') return [withoutCitationLinks(withoutCitations(part.text))];
      if (part.type === 'data-said') return [part.data.text];
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

/** The statement of `indexMessage` for a message that is new. */
export async function indexingMessage({ messageId, text }: IndexedMessage): Promise<RawBuilder<unknown>> {
  const words = await wordsToStore(text);
  return writingWords(words.length > 0 ? [{ messageId, words }] : []);
}

/** Returns the words that find a text. Yields to the event loop while a long text is split. */
export async function wordsToStore(text: string): Promise<string[]> {
  const words = new Set<string>();
  const rest = pacer();
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
