import { storedWordsOf } from '@tandem/shared/search/words';

/** Of a longer document the beginning is searched, in characters: some 600,000 words. */
export const MAX_SEARCHED = 4_000_000;
/** All different words of one document, in bytes; PostgreSQL holds 1,048,575. */
const MAX_BYTES = 1_000_000;
/** Read at once, in characters: a script without spaces may fill a text with one stretch. */
const PIECE = 32_768;
/** What pieces share where nothing else parts them, in characters: as much as is stored of a word. */
const SHARED = 64;

/** Stands with the words of what was read to its end. No query asks for it, since words hold letters and digits only. */
export const WHOLE = '.';

/**
 * The different words by which a document is found, wherever they stand in it, with `WHOLE`. Runs in a child process
 * only: a long document takes a second.
 * @returns them with a space between each two
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
