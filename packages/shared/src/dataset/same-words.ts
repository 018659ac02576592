import { quotedPieces, quotedWords } from './fold.ts';

/**
 * Whether a stretch of a page still says what was quoted, by the rule that found it there: apart from typesetting the
 * words are equal. Pieces of a quote that was cut by "…" stand in the stretch in order, from its beginning to its end.
 */
export function hasSameWords(stretch: string, quote: string): boolean {
  const words = quotedWords(stretch);
  if (words === '') return false;
  if (words === quotedWords(quote)) return true;
  const pieces = quotedPieces(quote);
  if (pieces.length < 2) return words === pieces[0];
  if (!words.startsWith(pieces[0] ?? '') || !words.endsWith(pieces.at(-1) ?? '')) return false;
  let at = 0;
  return pieces.every((piece) => {
    const found = words.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0;
  });
}
