import { describe, expect, it } from 'vitest';
import { watchEventLoop } from '../../../core/timing/event-loop.ts';
import { type Quotable, QuoteFinder } from '../../../dataset/citation/cite.ts';
import { Citing, type Written } from './citing.ts';

/** Milliseconds of processor time for which an answer may keep everyone else waiting. */
const LONGEST_MS = 250;
/** Pages of the greatest length that reading stores. */
const pages = Array.from({ length: 12 }, (_, at) => ({
  index: at + 1,
  label: String(at + 1),
  text: `Page ${at + 1}. ${'ﬁﷺé— zq '.repeat(5_000)}`,
}));

/** Looks quotes up in pages that are read anew for each, as of a database. */
function quotablePages() {
  const asked: string[] = [];
  const finder = new QuoteFinder();
  const quotable: Quotable = {
    async quote(source, page, words) {
      asked.push(words);
      if (source !== '1') return null;
      return {
        source: { kind: 'file', id: 'x' },
        name: 'x',
        hash: '',
        quote: words,
        place: await finder.placeIn(
          pages.map((each) => ({ ...each })),
          page,
          words,
        ),
      };
    },
  };
  return { asked, quotable };
}

async function written(text: string) {
  const { asked, quotable } = quotablePages();
  const citing = new Citing([], quotable);
  const watch = watchEventLoop();
  watch.reset();
  const parts: Written[] = [
    ...(await citing.take({ type: 'text-delta', id: '1', text })),
    ...(await citing.take({ type: 'text-end', id: '1' })),
  ];
  const longest = watch.longestMs();
  watch.stop();
  const joined = parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
  return { asked, joined, longest, citations: parts.filter(({ type }) => type === 'data-citation') };
}

describe('an answer that comes in one piece', () => {
  it.each([
    ['that never end', '[cite:1.1 "'],
    ['that are never begun', '[cite:'],
    ['of nothing but blanks', `[cite:${' '.repeat(700)}x`],
    ['of sources that are not there', '[cite:2.1 "aa"]'],
  ])('with markers %s lets others work, and stays as it is', async (_label, marker) => {
    const text = marker.repeat(Math.ceil(1_000_000 / marker.length));
    const { joined, longest } = await written(text);
    expect(joined).toBe(text);
    expect(longest).toBeLessThan(LONGEST_MS);
  });

  it('has a bounded number of quotes looked up, each once', async () => {
    const quotes = Array.from({ length: 2_000 }, (_, at) => `[cite:1.${(at % 2) * 6 + 3} "zq zq ${at}"]`);
    const { asked, citations, joined, longest } = await written([...quotes, ...quotes].join(' '));
    expect(asked.length).toBeLessThanOrEqual(600);
    expect(new Set(asked).size).toBe(asked.length);
    expect(citations).toHaveLength(300);
    expect(joined).toContain('[1](#citation=1)');
    expect(joined).toContain('[cite:1.9 "zq zq 1999"]');
    expect(longest).toBeLessThan(LONGEST_MS);
  });
});
