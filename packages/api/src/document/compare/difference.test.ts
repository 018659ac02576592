import type { Inline } from '@tandem/shared/document/blocks';
import type { Difference, DifferenceRun, Presence } from '@tandem/shared/version/difference';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';
import { block, table, text } from './testing.ts';

const marks: Record<Presence, [string, string]> = {
  same: ['', ''],
  added: ['{+', '+}'],
  removed: ['[-', '-]'],
};
const words = (inline: Inline): string =>
  inline.type === 'mention'
    ? `@${inline.props.label}`
    : inline.type === 'link'
      ? inline.content.map((each) => each.text).join('')
      : inline.text;
const told = (runs: readonly DifferenceRun[] = []) =>
  runs
    .map((run) => marks[run.in].join(words(run.inline)))
    .join('')
    .replaceAll('+}{+', '')
    .replaceAll('-][-', '');
const lines = ({ entries }: Difference) =>
  entries.map((entry) => `${entry.change} ${told(entry.runs)}`.trim());

describe('the difference of two versions', () => {
  it('marks inserted and removed words', async () => {
    const found = await differenceOf(
      [block('a', 'The quick brown fox jumps over the dog.')],
      [block('a', 'The quick red fox jumps over the lazy dog.')],
    );
    expect(lines(found)).toEqual(['changed The quick [-brown-]{+red+} fox jumps over the{+ lazy+} dog.']);
    expect(found).toMatchObject({ wordsAdded: 2, wordsRemoved: 1, isCoarse: false });
  });

  it('marks characters in scripts without spaces', async () => {
    const found = await differenceOf([block('a', '我们明天在北京开会')], [block('a', '我们后天在北京开会')]);
    expect(lines(found)).toEqual(['changed 我们[-明-]{+后+}天在北京开会']);
  });

  it('joins changes separated only by a space, and shows rewritten text as such', async () => {
    const found = await differenceOf(
      [block('a', 'we saw one two three there'), block('b', 'Nothing of this will be left here.')],
      [block('a', 'we saw uno dos tres there'), block('b', 'Somebody wrote another sentence instead.')],
    );
    expect(lines(found)).toEqual([
      'changed we saw [-one two three-]{+uno dos tres+} there',
      'changed [-Nothing of this will be left here-]{+Somebody wrote another sentence instead+}.',
    ]);
  });

  it('marks inserted, removed, moved and nested blocks', async () => {
    const found = await differenceOf(
      [block('a', 'one'), block('b', 'two'), block('c', 'three'), block('d', 'four')],
      [block('b', 'two'), block('c', 'three', { children: [block('e', 'five')] }), block('a', 'one more')],
    );
    expect(lines(found)).toEqual([
      'movedFrom one',
      'same two',
      'same three',
      'removed [-four-]',
      'added {+five+}',
      'movedTo one{+ more+}',
    ]);
    expect(found.entries[4]?.after?.depth).toBe(1);
  });

  it('marks changed types and formatting, and compares links and mentions', async () => {
    const mention: Inline = { type: 'mention', props: { kind: 'user', id: '1', label: 'Ann' } };
    const link = (href: string): Inline => ({ type: 'link', href, content: [text('there')] });
    const found = await differenceOf(
      [block('a', [text('look '), link('https://a.test'), text(' and')])],
      [
        block(
          'a',
          [text('look', { bold: true }), text(' '), link('https://b.test'), text(' and '), mention],
          {
            type: 'heading',
            props: { level: 2 },
          },
        ),
      ],
    );
    expect(found.entries).toMatchObject([
      { change: 'changed', before: { type: 'paragraph' }, after: { type: 'heading' } },
    ]);
    expect(lines(found)).toEqual(['changed [-look there-]{+look there+} and{+ @Ann+}']);
  });

  it('marks rows, columns and cells of tables', async () => {
    const { entries } = await differenceOf(
      [
        table('t', [
          ['Name', 'Age'],
          ['Ann', '30'],
          ['Bob', '40'],
        ]),
      ],
      [
        table('t', [
          ['Name', 'Town', 'Age'],
          ['Ann', 'Rome', '31'],
          ['Cid', 'Oslo', '50'],
        ]),
      ],
    );
    const found = entries[0]?.table;
    expect(found?.columns).toEqual(['same', 'added', 'same']);
    expect(found?.rows.map(({ change, cells }) => [change, ...cells.map((cell) => told(cell.runs))])).toEqual(
      [
        ['changed', 'Name', '{+Town+}', 'Age'],
        ['changed', 'Ann', '{+Rome+}', '[-30-]{+31+}'],
        ['removed', '[-Bob-]', '[-40-]'],
        ['added', '{+Cid+}', '{+Oslo+}', '{+50+}'],
      ],
    );
  });

  it('matches rewritten blocks although their ids changed', async () => {
    const found = await differenceOf(
      [
        block('a', 'First line stays.'),
        block('b', 'The second line changes a little bit.'),
        block('c', 'Third'),
      ],
      [
        block('x', 'First line stays.'),
        block('y', 'The second line changes quite a little bit.'),
        block('z', 'Third'),
      ],
    );
    expect(lines(found)).toEqual([
      'same First line stays.',
      'changed The second line changes {+quite +}a little bit.',
      'same Third',
    ]);
  });

  it('is empty for equal versions', async () => {
    const same = [block('a', 'one', { children: [table('t', [['x']])] })];
    const found = await differenceOf(same, structuredClone(same));
    expect(found.entries.map(({ change }) => change)).toEqual(['same', 'same']);
    expect(found).toMatchObject({ wordsAdded: 0, wordsRemoved: 0 });
  });
});
