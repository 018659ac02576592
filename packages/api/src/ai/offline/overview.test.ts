import { expect, it } from 'vitest';
import { overviewRequest, readOverview } from '../context/overview.ts';
import { overviewFor } from './overview.ts';

const overviewOf = (texts: string[], { hasOutline = false, language = 'en' as 'en' | 'zh-CN' } = {}) => {
  const parts = texts.map((text, at) => ({ page: at + 1, text }));
  const { instructions, prompt } = overviewRequest({ title: 'Rules', parts, hasOutline }, language);
  return readOverview(overviewFor(instructions, prompt));
};

it('picks sentences, headings and questions that pass as an overview', () => {
  const overview = overviewOf([
    'Opening\n\nThe harbour opens in May.\n\nPrices\n\nBerths cost twelve crowns.',
    '2 Berths\n\nBerths with power cost twenty crowns.',
  ]);
  expect(overview?.summary).toContain('The harbour opens in May.');
  expect(overview?.outline).toEqual([{ title: '2 Berths', page: 2 }]);
  expect(overview?.questions).toHaveLength(3);
});

it.each([
  ['one sentence', 'The office is closed on 24 December.', 'The office is closed on 24 December.'],
  ['two sentences', 'The office is closed on Friday. Pets stay at home.', 'The office is closed on Friday.'],
])('is no longer than a source of %s, and repeats nothing', (_, text, summary) => {
  expect(overviewOf([text])?.summary).toBe(summary);
});

it.each([
  ['nothing', ['']],
  ['marks', ['<part-00> } ] {"summary": 1}']],
  ['one word', ['Harbour']],
  ['an endless line', ['a'.repeat(5_000)]],
  ['Chinese', ['港口在五月开放。泊位价格为十二克朗。']],
])('makes one of %s too', (_, texts) => {
  expect(overviewOf(texts)?.questions).toHaveLength(3);
  expect(overviewOf(texts, { hasOutline: true, language: 'zh-CN' })?.questions).toHaveLength(3);
});
