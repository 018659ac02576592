import { describe, expect, it } from 'vitest';
import { bestOf } from '../../rank.ts';
import type { RankRequest } from '../messages.ts';
import { type Occurrences, piecesOf } from '../testing/postings.ts';
import { HeldDataset } from './held.ts';
import { rank } from './rank.ts';
import { Scopes } from './scopes.ts';
import { buildSegment } from './segment.ts';

/** Three passages in English of 4, 6 and 2 words, and two in German of 4 each. */
const english: Occurrences = { '': { 0: 4, 1: 6, 2: 2 }, harbour: { 0: 1, 1: 2 }, organis: { 2: 1 } };
const german: Occurrences = { '': { 0: 4, 1: 4 }, harbour: { 0: 3 }, organisation: { 1: 1 } };
const pieces = [
  { extractionId: 7, language: 'en', passages: 3, words: english },
  { extractionId: 9, language: 'de', passages: 2, words: german },
];

function holding(...segments: (typeof pieces)[]): HeldDataset {
  const held = new HeldDataset();
  for (const some of segments) {
    const { pieces: indexed, postings } = piecesOf(some);
    held.add(buildSegment(indexed, postings));
  }
  return held;
}

function request(
  keys: string[],
  scope: Record<number, number> = { 7: 3, 9: 2 },
  datasetIds = ['one'],
): RankRequest {
  return {
    datasetIds,
    extractionIds: Float64Array.from(Object.keys(scope), Number),
    passages: Uint32Array.from(Object.values(scope)),
    terms: [{ weight: 1, keys, assumed: 0 }],
    directions: [],
    limit: 10,
  };
}

const scopes = new Scopes();
/** All with the same scopes, since one that is kept must not be taken for another. */
const rankIn = (held: ReadonlyMap<string, HeldDataset>, asked: RankRequest) => rank(held, scopes, asked);

const one = new Map([['one', holding(pieces)]]);
/** Two of five passages have the term. */
const idf = Math.log(1 + 3.5 / 2.5);

describe('ranking by words', () => {
  it('gives what the formula gives by hand', () => {
    // Passages have four words on average; k1 = 0.9, b = 0.4.
    expect(rankIn(one, request(['en harbour'])).words).toEqual([
      { index: 1, score: expect.closeTo((idf * 2 * 1.9) / (2 + 0.9 * (0.6 + (0.4 * 6) / 4)), 10) },
      { index: 0, score: expect.closeTo((idf * 1 * 1.9) / (1 + 0.9), 10) },
    ]);
  });

  it('takes a word in each language by its own stem, and counts it over all of them', () => {
    const { words } = rankIn(one, request(['en organis', 'de organisation']));
    expect(words.map(({ index }) => index).toSorted()).toEqual([2, 4]);
    expect(words.find(({ index }) => index === 4)?.score).toBeCloseTo(idf, 10);
  });

  it('takes a stop word of one language for frequent in the others', () => {
    const asked = request(['de harbour']);
    const [found] = rankIn(one, { ...asked, terms: [{ weight: 1, keys: ['de harbour'], assumed: 3 }] }).words;
    const [rare] = rankIn(one, asked).words;
    // In four of five passages instead of in one.
    expect((found?.score ?? 0) / (rare?.score ?? 1)).toBeCloseTo(
      Math.log(1 + 1.5 / 4.5) / Math.log(1 + 4.5 / 1.5),
      10,
    );
  });

  it('ignores passages that were stored after the search began, and extractions that are not searched', () => {
    const { words } = rankIn(one, request(['en harbour', 'de harbour'], { 7: 1 }));
    expect(words.map(({ index }) => index)).toEqual([0]);
    // Of one passage, which has the term; it has as many words as the average.
    expect(words[0]?.score).toBeCloseTo(Math.log(1 + 0.5 / 1.5), 10);
  });

  it('finds the same in one segment and in many, whose pieces came one after the other', () => {
    const parts = english;
    const split = [
      { extractionId: 7, language: 'en', passages: 1, words: part(parts, 0, 1) },
      { extractionId: 7, language: 'en', from: 1, passages: 2, words: part(parts, 1, 3) },
    ];
    const many = new Map([['one', holding(...split.map((each) => [each]), pieces.slice(1))]]);
    const merged = new Map([['one', holding(...split.map((each) => [each]), pieces.slice(1), [], [])]]);
    expect(many.get('one')?.segments.length).toBe(3);
    expect(merged.get('one')?.segments.length).toBe(2);
    const asked = request(['en harbour', 'de harbour']);
    expect(rankIn(many, asked)).toEqual(rankIn(one, asked));
    expect(rankIn(merged, asked)).toEqual(rankIn(one, asked));
  });

  it('counts an extraction of two datasets once', () => {
    const two = new Map([...one, ['two', holding(pieces.slice(1))]]);
    const asked = request(['en harbour', 'de harbour']);
    expect(rankIn(two, { ...asked, datasetIds: ['one', 'two'] })).toEqual(rankIn(one, asked));
    expect(rankIn(two, { ...asked, datasetIds: ['two', 'one'] })).toEqual(rankIn(one, asked));
  });
});

/** The occurrences in some passages. */
function part(words: Occurrences, from: number, to: number): Occurrences {
  return Object.fromEntries(
    Object.entries(words).map(([term, counts]) => [
      term,
      Object.fromEntries(Object.entries(counts).filter(([n]) => Number(n) >= from && Number(n) < to)),
    ]),
  );
}

describe('ranking by meaning', () => {
  it('takes the closest direction, in whichever dataset, of what is searched', () => {
    const held = holding(pieces);
    held.space = { rank: 2, placed: new Map([[7, Int8Array.of(127, 0, 0, 127, 90, 90)]]) };
    const asked = { ...request([]), directions: [{ datasetId: 'one', direction: Float32Array.of(1, 0) }] };
    expect(rankIn(new Map([['one', held]]), asked).meaning).toEqual([
      { index: 0, score: 1 },
      { index: 2, score: expect.closeTo(90 / 127, 5) },
    ]);
    const elsewhere = { ...request([], { 9: 2 }), directions: asked.directions };
    expect(rankIn(new Map([['one', held]]), elsewhere).meaning).toEqual([]);
    expect(rankIn(new Map([['one', held]]), request([])).meaning).toBeNull();
  });
});

describe('the best of all scores', () => {
  it('are the same as after sorting', () => {
    const scores = Float64Array.from({ length: 1_000 }, (_, i) => (i * 7_919) % 101);
    const sorted = [...scores]
      .map((score, index) => ({ index, score }))
      .sort((a, b) => b.score - a.score || a.index - b.index);
    expect(bestOf(scores, 37)).toEqual(sorted.slice(0, 37));
    expect(bestOf(scores, 5_000)).toEqual(sorted.filter(({ score }) => score > 0));
  });
});
