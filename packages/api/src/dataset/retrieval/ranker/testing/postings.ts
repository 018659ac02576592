import { packPostings } from '../../../../content/file/extraction/index/postings.ts';
import type { PieceToIndex } from '../thread/segment.ts';

/** Occurrences by passage, by term; the empty term has the passages' lengths. */
export type Occurrences = Record<string, Record<number, number>>;

/** Pieces and their postings, as the database gives them. */
export function piecesOf(
  pieces: readonly (Omit<PieceToIndex, 'bytes' | 'from'> & { from?: number; words: Occurrences })[],
): { pieces: PieceToIndex[]; postings: Uint8Array } {
  const lists = pieces.map(({ words }) => postingsOf(words));
  return {
    pieces: pieces.map(({ words: _, from = 0, ...piece }, i) => ({
      ...piece,
      from,
      bytes: lists[i]?.length ?? 0,
    })),
    postings: new Uint8Array(Buffer.concat(lists)),
  };
}

function postingsOf(words: Occurrences): Uint8Array {
  return packPostings(
    new Map(
      Object.entries(words).map(([term, counts]) => [
        term,
        Object.entries(counts).flatMap(([n, count]) => [Number(n), count]),
      ]),
    ),
  );
}
