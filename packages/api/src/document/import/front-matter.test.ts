import { describe, expect, it } from 'vitest';
import { readMatter } from './front-matter.ts';

describe('front matter', () => {
  it.each([
    ['title: Plain words', 'Plain words'],
    ['title: "Quoted: \\"twice\\""', 'Quoted: "twice"'],
    ["title: 'It''s'", "It's"],
    ['title: Plan # a remark', 'Plan'],
    ['title: ""', ''],
  ])('%j names the document', (line, title) => {
    expect(readMatter(`---\n${line}\n---\nText`)).toEqual({ title, others: [], body: 'Text' });
  });

  it('reports its other keys, and accepts any system’s line ends', () => {
    expect(readMatter('---\r\ntags:\r\n  - a\r\nicon: 🚀\r\ntitle: |\r\n  x\r\n---\r\nText')).toEqual({
      icon: '🚀',
      others: ['tags', 'title'],
      body: 'Text',
    });
    expect(readMatter('---\n---\nText').body).toBe('Text');
  });

  it.each(['Text\n---\na: b\n---\n', '---\n\na: b\n---\n', '---\nJust words.\n---\n', '---\na: b\n', ''])(
    'is absent in %j',
    (text) => expect(readMatter(text)).toEqual({ others: [], body: text }),
  );
});
