import { describe, expect, it } from 'vitest';
import { blocksOfHtml } from './html.ts';
import { assertShallowHtml, assertShallowMarkdown } from './nesting.ts';

describe('deeply nested text', () => {
  it.each([
    ['quotations in list items', '- > '.repeat(4_000)],
    ['numbered lists', '1. '.repeat(5_000)],
    ['quotations', `text\n${'>'.repeat(2_000)}`],
    ['brackets', '['.repeat(3_000) + ']'.repeat(3_000)],
    ['emphasis', '*_'.repeat(1_000)],
  ])('is refused as Markdown: %s', (_label, text) =>
    expect(() => assertShallowMarkdown(text)).toThrow('documentUnreadable'),
  );

  it.each([
    ['links', '<a>'.repeat(5_000)],
    ['lines that do not break', '<nobr>'.repeat(2_000)],
    ['divisions', '<div>'.repeat(600) + '</div>'.repeat(600)],
  ])('is refused as HTML: %s', (_label, text) =>
    expect(() => assertShallowHtml(text)).toThrow('documentUnreadable'),
  );

  it.each([
    '> > > - 1. deep enough for anybody',
    `${'- item\n'.repeat(5_000)}`,
    `${'[link](https://example.test) '.repeat(5_000)}`,
    `${'['.repeat(5_000)}`,
    `${'\\[a\\] '.repeat(1_000)}`,
    `${'snake_case_name and **bold**, *stars* '.repeat(2_000)}`,
    `${'-'.repeat(500)}\n${'*'.repeat(500)}\n${'_'.repeat(500)}`,
    `${'1.2.3.4.5 '.repeat(1_000)}`,
  ])('does not include what people write: %#', (text) =>
    expect(() => assertShallowMarkdown(text)).not.toThrow(),
  );

  it('does not include HTML with omitted end tags', () => {
    expect(() => assertShallowHtml('<p>a<li>b<tr><td>c<br>'.repeat(5_000))).not.toThrow();
    expect(() => assertShallowHtml('<div><a>b</a></div>'.repeat(5_000))).not.toThrow();
  });
});

describe('HTML with empty elements', () => {
  it('keeps the words around them, and the white space in between', () => {
    const html =
      '<p>one<b> </b><!-- no -->two <a></a><wbr>three<script>x()</script></p><pre>a  <b> </b> b</pre>';
    expect(blocksOfHtml(html).map(({ content }) => JSON.stringify(content))).toEqual([
      expect.stringContaining('one two three'),
      expect.stringContaining('a    b'),
    ]);
  });
});
