import { expect, it } from 'vitest';
import { fuse } from '../fuse.ts';
import { inOrder } from './rerank.ts';

const found = [4, 7, 9, 2].map((index, at) => ({ index, score: 1 - at / 10, methods: {} }));

it('puts passages in the order of their judgement, and behind them those without one', () => {
  const scores = new Map([
    [2, 0.9],
    [0, 0.3],
    [1, 0.9],
  ]);
  const ordered = inOrder(found, scores);
  expect(ordered.map(({ index }) => index)).toEqual([7, 9, 4, 2]);
  expect(ordered.map(({ methods }) => methods)).toEqual([
    { rerank: { rank: 1, score: 0.9 } },
    { rerank: { rank: 2, score: 0.9 } },
    { rerank: { rank: 3, score: 0.3 } },
    {},
  ]);
});

it('leaves passages as they are without any judgement', () => {
  expect(inOrder(found, new Map())).toEqual(found);
});

it('joins cosines by what they are above those of passages that have nothing to do with a query', () => {
  const ranked = (...scores: number[]) => scores.map((score, index) => ({ index, score }));
  const words = { method: 'words', weight: 1, ranked: ranked(4, 2, 1) } as const;
  const vectors = { method: 'vectors', weight: 1, floor: 0.7, ranked: ranked(0.8, 0.75, 0.7) } as const;
  expect(fuse([words, vectors], 3).map(({ score }) => score)).toEqual([
    1,
    expect.closeTo(0.5),
    expect.closeTo(0.125),
  ]);
  // All equal: no passage is ahead of another.
  const same = { method: 'vectors', weight: 1, floor: 0.7, ranked: ranked(0.7, 0.7) } as const;
  expect(fuse([same], 3).map(({ score }) => score)).toEqual([0, 0]);
});
