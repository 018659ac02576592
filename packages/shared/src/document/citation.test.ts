import { describe, expect, it } from 'vitest';
import {
  blockHash,
  blockIn,
  MAX_QUOTED,
  splitQuote,
  withoutCitations,
  withQuote,
  withWords,
  wordsHash,
  wordsIn,
} from './citation.ts';

const blockId = '1a2b3c4d-0000-4000-8000-000000000000';

describe('the address of words', () => {
  it('is read back, and nothing else is', () => {
    for (const words of ['heron', '100 % #1 & more', '搜索 👍'])
      expect(wordsIn(wordsHash(words))).toBe(words);
    for (const hash of [
      '',
      '#words=',
      '#words=%20',
      '#words=%E0%A4',
      '#block=a',
      `#words=${'a'.repeat(6_000)}`,
    ])
      expect(wordsIn(hash)).toBeNull();
  });
});

describe('the address of a block', () => {
  it('is read back, and nothing else is', () => {
    expect(blockIn(blockHash(blockId))).toBe(blockId);
    for (const hash of ['', '#', '#block=', '#block=a b', `#block=${'a'.repeat(65)}`, '#user-content-fn-1'])
      expect(blockIn(hash)).toBeNull();
  });
});

describe('a message with a quotation', () => {
  it('is Markdown, and taken apart again as it was put together', () => {
    const message = withQuote({ blockId, text: 'three\n weeks' }, 'Why?\n\n> not this');
    expect(message).toBe(`> [three weeks](#block=${blockId})\n\nWhy?\n\n> not this`);
    expect(splitQuote(message)).toEqual({
      quote: { blockId, text: 'three weeks' },
      words: 'Why?\n\n> not this',
    });
  });

  it('holds brackets and backslashes, and no more than its share of a long text', () => {
    const text = 'a [b](c) \\ ] d';
    expect(splitQuote(withQuote({ blockId, text }, 'x')).quote).toEqual({ blockId, text });
    const long = splitQuote(withQuote({ blockId, text: '字'.repeat(2_000) }, 'x')).quote;
    expect(long?.text).toHaveLength(MAX_QUOTED);
  });

  it('keeps its quotation when its words are changed', () => {
    const quote = { blockId, text: 'three [weeks]' };
    expect(withWords(withQuote(quote, 'Why?'), 'How?')).toBe(withQuote(quote, 'How?'));
    expect(withWords('Why?', 'How?')).toBe('How?');
  });

  it('is a plain message when anything of it is missing', () => {
    for (const message of ['Hello', '> Hello', '> [a](#b)\n\nx', `> [](#block=${blockId})`, `[a](#block=b)`])
      expect(splitQuote(message)).toEqual({ quote: null, words: message });
  });

  it('reads as its words where nothing can be followed', () => {
    const message = withQuote({ blockId, text: 'x [y]' }, `As [said](#block=b-1), [there](https://a.test/).`);
    expect(withoutCitations(message)).toBe('x [y]\n\nAs said, [there](https://a.test/).');
  });
});
