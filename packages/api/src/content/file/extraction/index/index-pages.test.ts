import { describe, expect, it } from 'vitest';
import { type IndexedSoFar, indexPages, type PageIndex } from './index-pages.ts';
import { eachPosting, LENGTHS } from './postings.ts';

const page = (text: string, label = '1') => ({ label, text, problem: null });
const nothing: IndexedSoFar = { pages: 0, passages: 0, language: undefined };

/** The entries of each term. */
function postingsOf({ postings }: PageIndex): Map<string, number[]> {
  const bytes = Buffer.from(postings);
  const found = new Map<string, number[]>();
  eachPosting(bytes, (term, from, to) => {
    const list = Array.from({ length: (to - from) / 4 }, (_, i) => bytes.readUInt32LE(from + i * 4));
    found.set(term, list);
  });
  return found;
}

describe('the index of pages', () => {
  it('holds for each term the passages with it, and for each passage its length', () => {
    const index = indexPages(
      [page('The harbour opens in May.'), page('The harbour of the harbours.', '2')],
      nothing,
    );
    expect(index).toMatchObject({
      language: 'en',
      first: 0,
      passages: [
        { page: 1, from: 0, to: 25, length: 2 },
        { page: 2, from: 0, to: 28, length: 2 },
      ],
    });
    expect(postingsOf(index)).toEqual(
      new Map([
        [LENGTHS, [0, 2, 1, 2]],
        ['harbour', [0, 1, 1, 2]],
        ['open', [0, 1]],
      ]),
    );
  });

  it('goes on behind what was indexed before, in the same language', () => {
    const index = indexPages([page('Boote im Hafen')], { pages: 8, passages: 21, language: 'de' });
    expect(index).toMatchObject({ language: 'de', first: 21, passages: [{ page: 9 }] });
    expect(postingsOf(index).get('boot')).toEqual([21, 1]);
  });

  it('counts a heading for the passages below it, once', () => {
    const counts = (text: string) => postingsOf(indexPages([page(text, 'Berths')], nothing)).get('berth');
    expect(counts('They cost twelve crowns.')).toEqual([0, 1]);
    expect(counts('Berths\n\nThey cost twelve crowns.')).toEqual([0, 1]);
  });
});
