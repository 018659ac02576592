import { describe, expect, it } from 'vitest';
import { type Mark, marksIn } from './marks.ts';
import { plainText } from './plain-text.ts';

const uuid = '11111111-1111-4111-8111-111111111111';

describe('a text without the signs of Markdown', () => {
  it.each([
    [
      'emphasis',
      'The **harbour** opens, _says_ *Olive* and __Ben__.',
      'The harbour opens, says Olive and Ben.',
    ],
    ['citations', 'It opens in May [1](#citation=1).', 'It opens in May .'],
    ['links', '[Guide](http://a.example/b_(c) "Title") and ![plan](/api/files/1)', 'Guide and plan'],
    ['quotations', `> [No fires](#source=${uuid}&page=1&from=0&to=8)\n\nWhy?`, 'No fires\n\nWhy?'],
    ['tables', '| Place | Price |\n|---|--:|\n| Island | 12 |', 'Place  Price\nIsland  12'],
    ['lists and tasks', '- [x] Ropes\n  * Berths\n1. First', 'Ropes\nBerths\n1. First'],
    ['code', '```ts\nconst a = `b`;\n```', 'const a = b;\n'],
    ['headings and rules', '# Opening\n\n---\nPrices\n======', 'Opening\n\nPrices\n'],
    ['tags', 'H<sub>2</sub>O<br>List<String>', 'H2OList<String>'],
    ['escapes', '2 \\* 3 \\[a\\](b)', '2 * 3 [a](b)'],
    ['a link cut at its beginning', '&page=1](#source=1) Why?', '&page=1 Why?'],
    ['a link cut at its end', 'See [the guide](http://a.exam', 'See the guide'],
    ['no signs at all', 'snake_case, 2 * 3 * 4, a - b, 5 > 4', 'snake_case, 2 * 3 * 4, a - b, 5 > 4'],
  ])('has no %s', (_, text, plain) => {
    expect(plainText(text).text).toBe(plain);
  });

  it('keeps marks on their words', () => {
    const text = '| **Berth** | [Price](http://a.example) |\n|---|---|\n| berth 7 | price \\| 12 |';
    const plain = plainText(text, marksIn(text, 'berth price '));
    expect(plain.text).toBe('Berth  Price\nberth 7  price | 12');
    expect(plain.marks.map(([from, to]) => plain.text.slice(from, to))).toEqual([
      ...['Berth', 'Price', 'berth', 'price'],
    ]);
  });

  it('drops a mark on signs alone', () => {
    const marks: Mark[] = [[4, 12]];
    expect(plainText('[a](b.example/c)', marks)).toEqual({ text: 'a', marks: [] });
  });

  it('takes no longer than the text is long', () => {
    for (const sign of ['[', '*', '_a', '|', '\\', '> ', '[a](', '<b ', '- [x] ', '`', '](']) {
      const began = performance.now();
      plainText(sign.repeat(20_000));
      expect(performance.now() - began, sign).toBeLessThan(1_000);
    }
  });
});
