import { expect, it } from 'vitest';
import { rankByNearness } from './nearness.ts';
import { analyseQuery } from './query.ts';

const query = analyseQuery('annual report deadline', ['en']);
const rank = (...texts: string[]) =>
  rankByNearness(
    query,
    query.map(() => 2),
    texts.map((text, index) => ({ index, text, language: 'en' })),
  );

it('puts a passage first in which the words stand side by side, in the order of the query', () => {
  const { ranked } = rank(
    'The deadline was missed. Nobody remembers why the plant, the yard and the roof need another annual check.',
    'The deadline of the report, which is annual, is March.',
    'The annual report deadline is March.',
  );
  expect(ranked.map(({ index }) => index)).toEqual([2, 1]);
});

it('measures by a passage with all neighbours once', () => {
  const { ranked, whole } = rank('The annual report deadline is March.');
  expect(ranked[0]?.score).toBeGreaterThan(whole * 0.8);
  expect(ranked[0]?.score).toBeLessThanOrEqual(whole);
});

it('finds nothing in passages with one of the words, and in none for a query of one', () => {
  expect(rank('A report about a report.').ranked).toEqual([]);
  const single = analyseQuery('report', ['en']);
  expect(rankByNearness(single, [2], [{ index: 0, text: 'A report', language: 'en' }])).toEqual({
    ranked: [],
    whole: 0,
  });
});
