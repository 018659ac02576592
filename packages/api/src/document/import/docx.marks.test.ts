import { describe, expect, it } from 'vitest';
import { CommentMarks } from './docx.marks.ts';

/** The text of a part with marks in it, and where they are in the text of its runs. */
function reading(xml: string) {
  const marks = new CommentMarks();
  const marked = marks.into(xml);
  const text = [...marked.matchAll(/<\w+:t>([^<]*)<\/\w+:t>/gu)].map(([, words]) => words).join('');
  return { marked, ...marks.takenFrom(text) };
}

describe('comment marks', () => {
  it('are placed where the comments are, whatever the namespace is called', () => {
    const xml = '<x:p><x:commentRangeStart x:id="4"/><x:t>one</x:t><x:commentRangeEnd x:id=\'4\'/></x:p>';
    const { text, marks } = reading(xml);
    expect(text).toBe('one');
    expect(marks).toEqual([
      { id: '4', kind: 'start', at: 0 },
      { id: '4', kind: 'end', at: 3 },
    ]);
  });

  it('move into the neighbouring paragraph when they stand between two', () => {
    const xml =
      '<w:p><w:t>one</w:t></w:p><w:commentRangeStart w:id="1"/><w:p/><w:p a=">"><w:t>two</w:t></w:p><w:commentRangeEnd w:id="1"/>';
    const { marked, marks } = reading(xml);
    expect(marks).toEqual([
      { id: '1', kind: 'start', at: 3 },
      { id: '1', kind: 'end', at: 6 },
    ]);
    expect(marked).toMatch(/<w:p a=">"><w:t>[^<]+<\/w:t><w:t>two<\/w:t><w:t>[^<]+<\/w:t><\/w:p>/u);
  });

  it('of one comment are placed once, and a text without comments is unchanged', () => {
    const start = '<w:commentRangeStart w:id="1"/>';
    expect(reading(`<w:p>${start}${start}<w:t>one</w:t></w:p>`).marks).toHaveLength(1);
    const plain = '<w:p><w:t>one</w:t></w:p>';
    expect(new CommentMarks().into(plain)).toBe(plain);
  });

  it.each([
    ['quotes that nobody closes', '<w:p a="'],
    ['tags that nobody closes', '<w:commentReference '],
    ['ranges of no comment', '<w:commentRangeStart w:id="1"/>'],
    ['long tags', `<w:commentRangeEnd ${'a'.repeat(5_000)}/>`],
  ])('are parsed quickly from a part full of %s', (_, piece) => {
    const xml = `<w:commentReference/>${piece.repeat(Math.ceil(4_000_000 / piece.length))}`;
    const before = process.threadCpuUsage().user;
    new CommentMarks().into(xml);
    expect((process.threadCpuUsage().user - before) / 1_000).toBeLessThan(2_000);
  });
});
