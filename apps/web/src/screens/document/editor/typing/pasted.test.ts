import { processorTime } from '@tandem/shared/testing/processor-time';
import { describe, expect, it } from 'vitest';
import { formOf } from './pasted.ts';

describe('plain text that is pasted', () => {
  it.each([
    ['blocks', '# Title\n\nWords'],
    ['blocks', '- one\n- two'],
    ['blocks', '1. one\n2. two'],
    ['blocks', '- [ ] to do'],
    ['blocks', '> said\n\nanswer'],
    ['blocks', 'Words\n\n---\n\nMore'],
    ['blocks', '```ts\nconst a = 1;\n```'],
    ['blocks', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    ['blocks', 'a | b\n:-- | --:\n1 | 2'],
    ['inline', 'Some **bold** words'],
    ['inline', 'See [the page](https://example.test/) today'],
    ['inline', 'one\nsome `code` here'],
    ['inline', '![Again](https://example.test/a.png)'],
    ['plain', 'one\ntwo'],
    ['plain', 'a\tb\nc\td'],
    ['plain', 'snake_case_name and 2*3*4'],
    ['plain', '- alone'],
    ['plain', '#hashtag'],
    ['plain', 'a - b\nc - d'],
    ['plain', ''],
  ])('%s: %j', (form, text) => expect(formOf(text)).toBe(form));

  it.each([
    ['pipes', `${'|a'.repeat(5_000)}x`],
    ['stars', '*a '.repeat(20_000)],
    ['dashes', `${'-|'.repeat(20_000)}x`],
    ['brackets', '['.repeat(50_000)],
    ['space', ' '.repeat(50_000)],
  ])('is parsed quickly, whatever it contains: %s', async (_name, text) => {
    expect(await processorTime(() => formOf(text))).toBeLessThan(500);
  });
});
