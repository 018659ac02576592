import { storedWordsOf } from '@tandem/shared/search/words';

/** Characters of a document that are searchable: some 600,000 words. */
export const MAX_SEARCHED = 4_000_000;
/** Bytes of a document's different words; PostgreSQL's limit is 1,048,575. */
const MAX_BYTES = 1_000_000;
/** Characters split at once: a script without spaces may fill a text with a single run. */
const PIECE = 32_768;
/** Overlap of pieces without a separator, in characters: the maximum length of a stored word. */
const SHARED = 64;

/** Marks completely indexed documents. No query matches it, since words hold letters and digits only. */
export const WHOLE = '.';

/**
 * Returns the different words that find a document, with `WHOLE`. Runs in a child process only: a long
 * document takes a second.
 * @returns them separated by spaces
 */
export function wordsOfWhole(text: string): string {
  const words = new Set([WHOLE]);
  let bytes = 0;
  for (const piece of piecesOf(text.slice(0, MAX_SEARCHED)))
    for (const some of storedWordsOf(piece))
      for (const word of some) {
        if (word === '' || words.has(word)) continue;
        bytes += Buffer.byteLength(word);
        if (bytes > MAX_BYTES) return [...words].join(' ');
        words.add(word);
      }
  return [...words].join(' ');
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + PIECE);
    const isLast = at + PIECE >= text.length;
    const space = isLast ? -1 : Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('\n'));
    yield space > 0 ? piece.slice(0, space) : piece;
    if (isLast) return;
    at += space > 0 ? space : PIECE - SHARED;
  }
}
