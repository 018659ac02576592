import { describe, expect, it } from 'vitest';
import { readMarkdown, writeMarkdown } from '../convert/markdown.ts';
import { relink, type Surroundings } from './links.ts';

const places: Record<string, string> = { 'a/Page.md': '#page', 'a/cat.png': '/cat' };
const called: Record<string, string> = { Page: '#page', 'cat.png': '/cat' };

function relinked(text: string): { text: string; missing: string[] } {
  const missing: string[] = [];
  const around: Surroundings = {
    folder: ['a', 'b'],
    at: (path) => places[path] ?? null,
    called: (name) => called[name] ?? null,
    inline: () => '/inline',
    missing: (name) => missing.push(name),
  };
  const root = readMarkdown(text);
  relink(root, around);
  return { text: writeMarkdown(root).trimEnd(), missing };
}

describe('links of an imported text', () => {
  it.each([
    ['[x](../Page.md)', '[x](#page)'],
    ['[x][y]\n\n[y]: ../Page.md', '[x][y]\n\n[y]: #page'],
    ['![x](../cat.png)', '![x](/cat)'],
    ['![x](data:image/png;base64,AAAA)', '![x](/inline)'],
    ['[x](https://a.test/Page.md)', '[x](https://a.test/Page.md)'],
    ['[[Page]] and [[Page#part|words]]', '[Page](#page) and [words](#page)'],
    ['![[cat.png|200]]', '![cat.png](/cat)'],
    ['[[Nobody|words]]', 'words'],
    ['`[[Page]]`', '`[[Page]]`'],
    ['<img src="../cat.png" alt="x">', '![x](/cat)'],
    ['a <!-- remark --> b', 'a  b'],
    ['<aside>\n💡 Mind\n</aside>', '> [!NOTE]\n> 💡 Mind'],
  ])('%j becomes %j', (from, to) => expect(relinked(from).text).toBe(to));

  it('report a missing picture', () => {
    expect(relinked('![x](gone.png) ![[lost.png]] [y](gone.md) [[lost]]').missing).toEqual([
      'gone.png',
      'lost.png',
    ]);
  });
});
