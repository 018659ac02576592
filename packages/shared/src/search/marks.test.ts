import { describe, expect, it } from 'vitest';
import { marksIn } from './marks.ts';

/** Returns the text with marks in brackets. */
function marked(text: string, query: string, most?: number): string {
  let out = '';
  let at = 0;
  for (const [start, end] of marksIn(text, query, most)) {
    out += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return out + text.slice(at);
}

describe('marksIn', () => {
  it.each([
    ['Two release notes', 'release no', 'Two [release] [no]tes'],
    ['A note on notes', 'note', 'A [note] on [note]s'],
    // Only the last word is a prefix.
    ['releases and notes', 'release notes', 'releases and [notes]'],
    ['Un CAFÉ noir', 'cafe', 'Un [CAFÉ] noir'],
    ['Cafe\u0301s', 'cafe', '[Cafe\u0301]s'],
    ['Die Straßen', 'strasse', 'Die [Straße]n'],
    ['我们搜索消息吧', '消息', '我们搜索[消息]吧'],
    ['搜一搜', '搜', '[搜]一[搜]'],
    // Stored pairs match although the whole is absent.
    ['索引和搜索', '搜索引', '[索引]和[搜索]'],
    // Regardless of Unicode normalisation.
    ['カ\u3099ス', 'ガ', '[カ\u3099]ス'],
    ['ｶﾞｽ', 'ガス', '[ｶﾞｽ]'],
    ['한국어', '국'.normalize('NFD'), '한[국]어'],
    [
      '한국어'.normalize('NFD'),
      '국',
      `${'한'.normalize('NFD')}[${'국'.normalize('NFD')}]${'어'.normalize('NFD')}`,
    ],
    ['第㈠章', '一', '第[㈠]章'],
    ['搜搜搜', '搜搜', '[搜搜搜]'],
    ['a 👍 b', 'b', 'a 👍 [b]'],
    ['nothing here', '%', 'nothing here'],
  ])('%s, searched for %s', (text, query, expected) => expect(marked(text, query)).toBe(expected));

  it('returns at most the given number of marks', () => {
    expect(marked('a a a', 'a', 2)).toBe('[a] [a] a');
    expect(marked('搜一搜一搜', '搜', 2)).toBe('[搜]一[搜]一搜');
  });

  it.each<[string, string, string]>([
    ['one character so many times', '啊'.repeat(60_000), '啊'],
    ['a query that nearly stands everywhere', '啊'.repeat(60_000), `${'啊'.repeat(150)}吧`],
    ['a letter with so many marks', `q${'\u0301'.repeat(60_000)}z`, 'q'],
    ['a letter with so many marks, whose end is not asked for', `q${'\u0327\u05b0'.repeat(30_000)}z`, 'q'],
    ['characters that become several words each', '㈠'.repeat(60_000), '二'],
    ['fractions', `${'\u0301'.repeat(30_000)}${'½'.repeat(30_000)}`, '2'],
    ['words that nobody asked for', 'да '.repeat(20_000), 'а б в г д е ж з и к л м н о п р с т у ф х'],
  ])('is quick for %s', (_label, text, query) => {
    const before = process.cpuUsage();
    marksIn(text, query, 1);
    marksIn(text, query);
    // Processor time: a busy machine must not fail this.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
