import { describe, expect, test } from 'vitest';
import { sentencesOf } from './extract.ts';

describe('sentences of Markdown', () => {
  test.each([
    [
      'See [the plan](https://a.example/plan "Plan") now. And ![a map](map.png)!',
      ['See the plan now.', 'And a map!'],
    ],
    ['# Heading\n\n- **one**\n- *two*\n\n```\ncode\n```\nEnd.', ['Heading', 'one', 'two', 'End.']],
    ['Before\n\n  | a | b |\n| - | - |\n\nAfter', ['Before', 'After']],
    ['一句。两句！', ['一句。', '两句！']],
  ])('%j', (text, sentences) => expect(sentencesOf(text)).toEqual(sentences));

  test.each([
    ['brackets', '['],
    ['links that do not end', '[a]('],
    ['empty lines', '\n'],
    ['lines of spaces', ' \n\t'],
    ['bars', '| a\n'],
    ['fences', '```a'],
    ['emphasis', '_a *'],
  ])('a text of nothing but %s is split as quickly as any other', (_, unit) => {
    // Measures processor time, not wall time, which depends on the machine's load.
    const before = process.cpuUsage();
    sentencesOf(`${unit.repeat(60_000 / unit.length - 1)}x`);
    expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
  });
});
