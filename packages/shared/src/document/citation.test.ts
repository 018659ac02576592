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
const hash = blockHash(blockId);

describe('the address of words', () => {
  it('is parsed, and nothing else is', () => {
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
  it('is parsed, and nothing else is', () => {
    expect(blockIn(blockHash(blockId))).toBe(blockId);
    for (const hash of ['', '#', '#block=', '#block=a b', `#block=${'a'.repeat(65)}`, '#user-content-fn-1'])
      expect(blockIn(hash)).toBeNull();
  });
});

describe('a message with a quotation', () => {
  it('is Markdown, and parses into its pieces', () => {
    const message = withQuote({ hash, text: 'three\n weeks' }, 'Why?\n\n> not this');
    expect(message).toBe(`> [three weeks](#block=${blockId})\n\nWhy?\n\n> not this`);
    expect(splitQuote(message)).toEqual({
      quote: { hash, text: 'three weeks' },
      words: 'Why?\n\n> not this',
    });
  });

  it('keeps brackets and backslashes, and a bounded share of a long text', () => {
    const text = 'a [b](c) \\ ] d';
    expect(splitQuote(withQuote({ hash, text }, 'x')).quote).toEqual({ hash, text });
    const long = splitQuote(withQuote({ hash, text: '字'.repeat(2_000) }, 'x')).quote;
    expect(long?.text).toHaveLength(MAX_QUOTED);
  });

  it('keeps its quotation when its text is edited', () => {
    const quote = { hash, text: 'three [weeks]' };
    expect(withWords(withQuote(quote, 'Why?'), 'How?')).toBe(withQuote(quote, 'How?'));
    expect(withWords('Why?', 'How?')).toBe('How?');
  });

  it('is a plain message when any piece is missing', () => {
    for (const message of ['Hello', '> Hello', '> [a](#b)\n\nx', `> [](#block=${blockId})`, `[a](#block=b)`])
      expect(splitQuote(message)).toEqual({ quote: null, words: message });
  });

  it('reads as plain text where nothing can be linked', () => {
    const message = withQuote({ hash, text: 'x [y]' }, `As [said](#block=b-1), [there](https://a.test/).`);
    expect(withoutCitations(message)).toBe('x [y]\n\nAs said, [there](https://a.test/).');
  });
});
