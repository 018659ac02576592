import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from './markdown.ts';

describe('underlined headings', () => {
  it.each([
    'One\n===\ntext\n\nTwo\nlines\n---\n\n> Within\n> ===\n',
    '[a]: /b\nAfter a definition\n---\n[c]: /d\n===\n',
    '- item\n  ===\n- - -\n***\n\n    code\n===\n\nlazy\n> quote\n===\n',
    'a\n=\n-\nb\n  --  \n=\n\n| x |\n| - |\n| y |\n',
  ])('are parsed as the library parses them: %j', (text) => {
    const plain = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    expect(readMarkdown(text)).toEqual(plain);
  });

  it('are parsed in linear time', () => {
    const timeOf = (count: number) => {
      const text = 'a\n=\n'.repeat(count);
      const before = process.cpuUsage();
      readMarkdown(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // The garbage collector can land in any one reading, so the least of three counts.
    const leastOf = (count: number) => Math.min(timeOf(count), timeOf(count), timeOf(count));
    // Ten times as long is in proportion; with the square it would be a hundred times.
    expect(leastOf(10_000)).toBeLessThan(40 * leastOf(1_000));
  });
});
