import { describe, expect, it } from 'vitest';
import { expandQuery } from './feedback.ts';
import { fuse } from './fuse.ts';
import { analyseQuery } from './query.ts';

const weights = (query: ReturnType<typeof expandQuery>) =>
  new Map(query.map(({ terms, weight }) => [terms.get('en'), weight]));

describe('feedback', () => {
  it('adds the terms of the best passages by their share and score', () => {
    const query = analyseQuery('boats', ['en']);
    const expanded = expandQuery(query, [
      { text: 'Ships, sails', language: 'en', score: 3 },
      { text: 'Ships 1848', language: 'en', score: 1 },
    ]);
    // P(ship) = 3/4 × 1/2 + 1/4 × 1/2, P(sail) = 3/4 × 1/2; 0.7 of the query stay what they were.
    const found = weights(expanded);
    expect(found.get('boat')).toBe(0.7);
    expect(found.get('ship')).toBeCloseTo((0.3 * 0.5) / 0.875, 10);
    expect(found.get('sail')).toBeCloseTo((0.3 * 0.375) / 0.875, 10);
    expect(found.has('1848')).toBe(false);
  });

  it('changes nothing without passages', () => {
    const query = analyseQuery('boats', ['en']);
    expect(expandQuery(query, [])).toEqual(query);
  });
});

describe('fusion', () => {
  const words = {
    method: 'words' as const,
    weight: 1,
    ranked: [
      { index: 1, score: 10 },
      { index: 2, score: 8 },
    ],
  };
  const meaning = {
    method: 'meaning' as const,
    weight: 0.5,
    ranked: [
      { index: 3, score: 0.8 },
      { index: 2, score: 0.6 },
    ],
  };

  it('puts first what several methods score high', () => {
    const fused = fuse([words, meaning], 10);
    expect(fused.map(({ index }) => index)).toEqual([2, 1, 3]);
    expect(fused[0]).toEqual({
      index: 2,
      score: expect.closeTo((0.8 + 0.5 * 0.75) / 1.5, 10),
      methods: { words: { rank: 2, score: 8 }, meaning: { rank: 2, score: 0.6 } },
    });
  });

  it('leaves first what words find far better than anything else', () => {
    const exact = { ...words, ranked: [words.ranked[0] ?? { index: 1, score: 10 }, { index: 2, score: 2 }] };
    expect(fuse([exact, meaning], 1).map(({ index }) => index)).toEqual([1]);
  });

  it('takes a method that found nothing for absent', () => {
    expect(fuse([{ ...words, ranked: [] }, meaning], 1)[0]).toMatchObject({ index: 3, score: 1 });
  });
});
