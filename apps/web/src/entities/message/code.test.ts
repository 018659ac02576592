import { describe, expect, it } from 'vitest';
import { stretchesOf } from './code.ts';

const text = (words: string) => ({ type: 'text', text: words, language: '' });
const inline = (words: string) => ({ type: 'inline', text: words, language: '' });
const block = (words: string, language = '') => ({ type: 'block', text: words, language });

describe('code in a person’s message', () => {
  it('is found in fences', () => {
    expect(stretchesOf('Look:\n```ts\nconst a = 1;\n\nb();\n```\nand **this**')).toEqual([
      text('Look:'),
      block('const a = 1;\n\nb();', 'ts'),
      text('and **this**'),
    ]);
    expect(stretchesOf('```\none\n```\n```\ntwo\n```')).toEqual([block('one'), block('two')]);
  });

  it('runs to the end of an open fence, and closes only with as many backticks', () => {
    expect(stretchesOf('```py\nprint(1)')).toEqual([block('print(1)', 'py')]);
    expect(stretchesOf('````md\n```\na\n```\n````')).toEqual([block('```\na\n```', 'md')]);
    expect(stretchesOf('```\n```')).toEqual([block('')]);
  });

  it('is found between backticks in a line', () => {
    expect(stretchesOf('run `npm start` now')).toEqual([text('run '), inline('npm start'), text(' now')]);
  });

  it.each(['a ` b', '`a\nb`', 'it says ``` in a line', '# not *markup* at all\n- [x](y) $z$', ''])(
    'is not found in %j',
    (words) => {
      expect(stretchesOf(words)).toEqual(words === '' ? [] : [text(words)]);
    },
  );
});
