import { hasSameWords } from '@tandem/shared/dataset/same-words';
import { processorTime } from '@tandem/shared/testing/processor-time';
import { describe, expect, it } from 'vitest';
import { locateQuote } from './locate.ts';

/** The words of the page that a quote was found in. */
function found(page: string, quote: string): string | null {
  const stretch = locateQuote(page, quote);
  if (!stretch) return null;
  const words = page.slice(stretch.from, stretch.to);
  // Browsers ask this before they mark it.
  expect(hasSameWords(words, quote)).toBe(true);
  return words;
}

describe('a verbatim quote in a page', () => {
  it.each([
    ['as it stands', 'The fee is 40 euros a year.', 'fee is 40 euros', 'fee is 40 euros'],
    ['across lines', 'The fee\nis  40\n euros.', 'The fee is 40 euros', 'The fee\nis  40\n euros'],
    [
      'with a word hyphenated at the end of a line',
      'new regu-\nlations apply',
      'new regulations apply',
      'new regu-\nlations apply',
    ],
    [
      'with a hyphen that belongs to its word',
      'a well-\nknown rule',
      'a well-known rule',
      'a well-\nknown rule',
    ],
    ['with a hyphen kept between numbers', 'from 2019-\n2020 on', 'from 2019-2020 on', 'from 2019-\n2020 on'],
    ['with ligatures', 'the ofﬁcial ﬂow', 'the official flow', 'the ofﬁcial ﬂow'],
    [
      'with soft hyphens',
      'Donau\u00addampf\u00adschiff fährt',
      'Donaudampfschiff fährt',
      'Donau\u00addampf\u00adschiff fährt',
    ],
    ['with accents in two spellings', 'un cafe\u0301 noir', 'un café noir', 'un cafe\u0301 noir'],
    [
      'with typographic quotes',
      'He said “it’s over” twice',
      `said "it's over" twice`,
      'said “it’s over” twice',
    ],
    ['with other dashes', 'pages 10–20 — all', 'pages 10-20 - all', 'pages 10–20 — all'],
    [
      'in Chinese',
      '本合同有效期为\n三年，自签字之日起生效。',
      '有效期为三年，自签字',
      '有效期为\n三年，自签字',
    ],
    ['in Chinese with full-width marks', '费用（每年）：４０元', '费用(每年):40元', '费用（每年）：４０元'],
    ['in other case', 'THE FEE is due', 'The fee is due', 'THE FEE is due'],
    ['without the marks of Markdown', 'a **bold** word', 'a bold word', 'a **bold** word'],
    ['from a row of a table', 'Rent | 900 | monthly', 'Rent 900 monthly', 'Rent | 900 | monthly'],
    ['with a full stop that the page has not', 'It was closed, then sold', 'It was closed.', 'It was closed'],
    ['with dots of its own', 'Introduction ..... 5', 'Introduction ..... 5', 'Introduction ..... 5'],
    ['without the dash of a list', 'Needs:\n- two keys\n- a lock', '- two keys', 'two keys'],
  ])('is found %s', (_, page, quote, words) => {
    expect(found(page, quote)).toBe(words);
  });

  it('is found where it stands first', () => {
    expect(locateQuote('one two one two', 'one two')).toEqual({ from: 0, to: 7 });
  });

  it('counts offsets in UTF-16 units of the original', () => {
    expect(locateQuote('😀 ﬁne day', 'fine day')).toEqual({ from: 3, to: 10 });
  });
});

describe('words that are not in the page', () => {
  it.each([
    ['a changed word', 'The fee is 40 euros', 'The fee was 40 euros'],
    ['a changed number', 'The fee is 40 euros', 'The fee is 45 euros'],
    ['a shorter number', 'The fee is 400', 'The fee is 40'],
    ['the front of a decimal', 'It grew by 10.5 percent', 'It grew by 10'],
    ['the end of a thousand', 'It costs 1,000 euros', '000 euros'],
    ['a lost sign', 'a change of 5 points', 'a change of -5 points'],
    ['a part of a word', 'the party is over', 'art is over'],
    ['words in another order', 'red and green', 'green and red'],
    ['nothing', 'anything', ' … '],
    ['punctuation only', 'a, b', ','],
  ])('are refused: %s', (_, page, quote) => {
    expect(locateQuote(page, quote)).toBeNull();
  });
});

describe('a quote cut by an omission', () => {
  const page =
    'The tenant pays the rent on the first day. Nothing else is owed. The landlord keeps the roof dry.';

  it('is found by both ends', () => {
    expect(found(page, 'pays the rent … keeps the roof dry')).toBe(
      'pays the rent on the first day. Nothing else is owed. The landlord keeps the roof dry',
    );
    expect(found(page, '… pays the rent [...]')).toBe('pays the rent');
  });

  it.each([
    ['in another order', 'keeps the roof dry … pays the rent'],
    ['with an end that is not there', 'pays the rent … keeps the cellar dry'],
    ['with a common word for an end', 'pays the rent … roof'],
  ])('is refused %s', (_, quote) => {
    expect(locateQuote(page, quote)).toBeNull();
  });

  it('takes the nearest places, and refuses pieces far from each other', () => {
    const far = `first piece ${'x '.repeat(1_500)}`;
    expect(found(`${far} first piece, second piece`, 'first piece … second piece')).toBe(
      'first piece, second piece',
    );
    expect(locateQuote(`${far} second piece`, 'first piece … second piece')).toBeNull();
  });
});

describe('hostile input', () => {
  const hostile = [
    ['one letter', 'a'.repeat(40_000), `${'a'.repeat(599)}b`],
    ['almost the quote, again and again', `${'a'.repeat(599)}c`.repeat(66), `${'a'.repeat(599)}b`],
    ['matches within a word', `x${'a'.repeat(40_000)}`, 'a'.repeat(600)],
    ['characters that become many', '\ufdfa'.repeat(40_000), `${'\ufdfa'.repeat(300)}b`],
    ['combining marks', `e${'\u0301\u0316'.repeat(20_000)}`, `e${'\u0301'.repeat(500)}x`],
    ['dashes', '- '.repeat(20_000), `${'- '.repeat(250)}a-b`],
    ['omissions', 'abcdefgh '.repeat(4_400), 'abcdefgh … '.repeat(54)],
    ['pieces of an omission', 'abcdefgh ijklmnop '.repeat(2_200), 'abcdefgh … ijklmnop … qrstuvwx'],
    ['white space', `${' '.repeat(40_000)}a`, ` a${' '.repeat(500)}b`],
  ] as const;

  it.each(hostile)('is answered soon: %s', async (_, page, quote) => {
    locateQuote(page.slice(0, 2_000), quote);
    const locate = () => expect(locateQuote(page, quote)).toBeNull();
    expect(await processorTime(locate)).toBeLessThan(400);
  });

  it('of more than a quote may have is refused', () => {
    expect(locateQuote('ab '.repeat(2_000), 'ab '.repeat(1_000))).toBeNull();
  });
});
