import { describe, expect, it } from 'vitest';
import { pageOf, spellingOf, writtenIn } from './written.ts';

const counts = (text: string, address: string) =>
  writtenIn(text)
    .flat()
    .includes(spellingOf(new URL(address)));
/** Milliseconds of the processor, which others may keep busy. */
const cost = (work: () => void) => {
  const from = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1_000;
};

describe('an address that a person wrote', () => {
  it.each([
    ['read https://example.com/a?b=c, please', 'https://example.com/a?b=c'],
    ['Read HTTPS://EXAMPLE.com:443.', 'https://example.com/'],
    ['https://example.com#top', 'https://example.com/'],
    ['https://example.com/a#one', 'https://example.com/a#two'],
    ['(see https://example.com/a)', 'https://example.com/a'],
    ['https://en.wikipedia.org/wiki/Rose_(flower)', 'https://en.wikipedia.org/wiki/Rose_(flower)'],
    ['[this](https://example.com/a)and', 'https://example.com/a'],
    ['<https://example.com/a>', 'https://example.com/a'],
    ['**https://example.com/a**', 'https://example.com/a'],
    ["'https://example.com/a'", 'https://example.com/a'],
    ['{"url":"https://example.com/a"}', 'https://example.com/a'],
    ['总结这个网页：https://example.com/新闻。谢谢', 'https://example.com/新闻'],
    ['请看https://example.com/a的内容', 'https://example.com/a'],
    ['https://a.example/x,https://b.example/y', 'https://a.example/x'],
    ['https://a.example/x,https://b.example/y', 'https://b.example/y'],
    ['What does example.com say?', 'https://example.com/'],
    ['What does example.com/prices?all say?', 'http://example.com/prices?all'],
    ['look at bücher.example.', 'https://xn--bcher-kva.example/'],
    ['http://example.com/a', 'https://example.com/a'],
    ['https://пример.example/a', 'https://xn--e1afmkfd.example/a'],
    ['> old words\n\nhttps://example.com/a', 'https://example.com/a'],
    ['a > b, see https://example.com/a', 'https://example.com/a'],
  ])('%s', (text, address) => {
    expect(counts(text, address)).toBe(true);
  });
});

describe('an address that a person did not write', () => {
  it.each([
    ['another path', 'https://example.com/a', 'https://example.com/b'],
    ['a longer path', 'https://example.com/a', 'https://example.com/a/secret'],
    ['a shorter path', 'https://example.com/a/b', 'https://example.com/a'],
    ['a query', 'https://example.com/a', 'https://example.com/a?secret'],
    ['another query', 'https://example.com/a?b=c', 'https://example.com/a?b=d'],
    ['the case of the path', 'https://example.com/a', 'https://example.com/A'],
    ['another spelling of the path', 'https://example.com/a', 'https://example.com/%61'],
    ['a slash', 'https://example.com/a', 'https://example.com/a/'],
    ['a subdomain', 'https://example.com/', 'https://secret.example.com/'],
    ['a dot after the host', 'https://example.com/', 'https://example.com./'],
    ['another host', 'https://example.com/', 'https://example.com.evil.example/'],
    ['another port', 'https://example.com/', 'https://example.com:8443/'],
    ['less than https', 'https://example.com/', 'http://example.com/'],
    ['a user', 'https://example.com/', 'https://secret@example.com/'],
    ['a host behind a user', 'https://example.com@evil.example/', 'https://evil.example/'],
    ['a backslash', 'https://example.com\\@evil.example/', 'https://evil.example/'],
    ['the host of a mail address', 'ask me@example.com', 'https://example.com/'],
    ['a lookalike', 'https://example.com/', 'https://ехample.com/'],
    ['a quotation', '> https://example.com/a', 'https://example.com/a'],
    ['the end of a quotation', '> see\nhttps://example.com/a', 'https://example.com/a'],
    ['a quotation in a list', '- > https://example.com/a', 'https://example.com/a'],
    ['a quote of a place', '> [see https://example.com/a](#block=1a)\n\nWhy?', 'https://example.com/a'],
    [
      'a forwarded mail',
      'Hm.\n\n---------- Forwarded message ---------\nhttps://example.com/a',
      'https://example.com/a',
    ],
    ['nothing', '', 'https://example.com/'],
  ])('%s', (_what, text, address) => {
    expect(counts(text, address)).toBe(false);
  });

  it('such as one of a long list', () => {
    const list = Array.from({ length: 26 }, (_, at) => `https://example.com/${at}`);
    expect(writtenIn(list.join('\n'))).toEqual([]);
    expect(counts(list.slice(0, 20).join('\n'), 'https://example.com/7')).toBe(true);
  });
});

describe('a page', () => {
  const page = (address: string) => pageOf(new URL(address));

  it.each([
    'http://example.com/a-b',
    'https://EXAMPLE.com:443/a-b#top',
    'https://example.com./a-b',
    'https://example.com/a-b/',
    'https://example.com/a-b//',
    'https://example.com/a-b?',
    'https://example.com/%61%2Db',
  ])('%s is the same', (address) => {
    expect(page(address)).toBe(page('https://example.com/a-b'));
  });

  it.each([
    ['https://example.com/a', 'https://example.com/b'],
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/a?b', 'https://example.com/a?c'],
    ['https://example.com/a?b', 'https://example.com/a'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['https://example.com/a', 'https://example.com:8443/a'],
    ['https://example.com/a', 'https://www.example.com/a'],
  ])('%s is another than %s', (one, other) => {
    expect(page(one)).not.toBe(page(other));
  });

  it('counts the same however escapes are written', () => {
    expect(page('https://example.com/%c3%a9')).toBe(page('https://example.com/é'));
  });
});

describe('the longest message', () => {
  it.each(['https://', 'https://a.b/(', 'a.', 'a.bc/', '((', 'http://a.bc)', '> ', '.,;:', '\\', '，', 'é'])(
    'of %s is searched in no time',
    (piece) => {
      const text = piece.repeat(Math.ceil(100_000 / piece.length));
      expect(cost(() => writtenIn(text))).toBeLessThan(200);
      expect(cost(() => writtenIn(text.replaceAll(piece, `${piece} `)))).toBeLessThan(400);
    },
  );
});
