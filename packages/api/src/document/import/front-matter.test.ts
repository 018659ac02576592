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

  it('tells what else it holds, and is read with the line ends of any system', () => {
    expect(readMatter('---\r\ntags:\r\n  - a\r\nicon: 🚀\r\ntitle: |\r\n  x\r\n---\r\nText')).toEqual({
      icon: '🚀',
      others: ['tags', 'title'],
      body: 'Text',
    });
    expect(readMatter('---\n---\nText').body).toBe('Text');
  });

  it.each(['Text\n---\na: b\n---\n', '---\n\na: b\n---\n', '---\nJust words.\n---\n', '---\na: b\n', ''])(
    'is none in %j',
    (text) => expect(readMatter(text)).toEqual({ others: [], body: text }),
  );
});
