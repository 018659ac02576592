import { plainInlines } from '@tandem/api/document/convert/plain';
import { MAX_COMMENT_LENGTH, MAX_DISCUSSIONS } from '@tandem/shared/discussion/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { storedDocument } from '../../running/stored.ts';
import { marked } from '../discussion/fixture.ts';
import { useServer } from '../harness/server.ts';
import { useTeam } from '../workspace/team.ts';
import {
  commentEnd,
  commented,
  commentName,
  commentParts,
  commentStart,
  type DocxComment,
  docxOf,
  paragraph,
  run,
  stylesRelationship,
} from './docx.ts';
import { blocksOf, imported, zipOf } from './exchange.ts';

const server = useServer();
const team = useTeam(server);
let appId: string;

beforeEach(async () => {
  ({ id: appId } = await team.api.trpc.app.create.mutate({ name: 'Notes', type: 'note' }));
});

/** Imports a Word document: what was said of it, and the words that each discussion marks. */
async function importing(body: string, comments: readonly DocxComment[]) {
  const relationships = stylesRelationship;
  const bytes = docxOf({ body, relationships, files: commentParts(comments) });
  return readingOf(await imported(team.api, { appId }, bytes, 'report.docx'));
}

async function readingOf({ documents, leftOut }: Awaited<ReturnType<typeof imported>>, at = 0) {
  const documentId = documents[at]?.id as string;
  const { list } = await team.api.trpc.discussion.list.query({ documentId });
  const marks = marked((await storedDocument(server.db, documentId)).doc);
  return {
    leftOut,
    list,
    title: documents[at]?.title,
    blocks: await blocksOf(team.api, documentId),
    said: list.map(({ id, quote, comments }) => ({
      on: quote,
      marked: marks[id] ?? '',
      texts: comments.map(({ text }) => text),
    })),
  };
}

describe('comments of a Word document', () => {
  it('are imported at their words, with author and date', async () => {
    const { said, list, leftOut, blocks } = await importing(
      `<w:p>${run('We begin ')}${commented(7, 'in early May')}${run(' if all goes well.')}</w:p>`,
      [
        {
          id: 7,
          author: 'Maria &amp; Silva',
          date: '2024-03-01T10:00:00Z',
          text: ['Too early?', 'Ask Ana.'],
        },
      ],
    );
    expect(said).toEqual([
      {
        on: 'in early May',
        marked: 'in early May',
        texts: ['Maria & Silva (2024-03-01): Too early?\nAsk Ana.'],
      },
    ]);
    expect(list[0]).toMatchObject({
      blockId: blocks[0]?.id,
      creator: { id: team.owner.id },
      resolvedAt: null,
    });
    expect(blocks.map(({ content }) => plainInlines(content as never))).toEqual([
      'We begin in early May if all goes well.',
    ]);
    expect(leftOut).toEqual([]);
  });

  it('keep their replies, and stay resolved', async () => {
    const body = `<w:p>${commentStart(1)}${commentStart(2)}${run('The plan')}${commentEnd(1)}${commentName(1)}${commentEnd(2)}${commentName(2)}${run(' and ')}${commented(3, 'the cost')}</w:p>`;
    const { said, list } = await importing(body, [
      { id: 1, author: 'Ana', text: 'Which one?' },
      { id: 2, author: 'Ben', text: 'The new one', answers: 1 },
      { id: 3, author: 'Ana', text: 'Fine', isDone: true },
    ]);
    expect(said).toEqual([
      { on: 'The plan', marked: 'The plan', texts: ['Ana: Which one?', 'Ben: The new one'] },
      { on: 'the cost', marked: 'the cost', texts: ['Ana: Fine'] },
    ]);
    expect(list.map(({ resolvedAt }) => resolvedAt !== null)).toEqual([false, true]);
  });

  it('span several blocks, overlap, and work in tables and lists', async () => {
    const cell = (inner: string) => `<w:tc><w:p>${inner}</w:p></w:tc>`;
    const body = [
      paragraph('Report', 'Title'),
      `<w:p>${run('one ')}${commentStart(1)}${run('two ')}${commentStart(2)}${run('three')}</w:p>`,
      `<w:p>${run('four ')}${commentEnd(1)}${run('five')}${commentEnd(2)}${run(' six')}</w:p>`,
      `<w:tbl><w:tr>${cell(run('a'))}${cell(`${run('b ')}${commented(3, 'c')}`)}</w:tr></w:tbl>`,
    ].join('');
    const { said, title } = await importing(
      body,
      [1, 2, 3].map((id) => ({ id, author: 'Ana', text: `comment ${id}` })),
    );
    expect(title).toBe('Report');
    expect(said.map(({ on, marked: words }) => [on, words])).toEqual([
      ['two three\nfour ', 'two threefour '],
      ['three\nfour five', 'threefour five'],
      ['c', 'c'],
    ]);
  });

  it('between paragraphs change nothing of the text around them', async () => {
    const item = (words: string) => paragraph(words);
    const body = `${commentStart(1)}${item('first')}${commentStart(2)}${item('second')}${commentEnd(1)}${commentName(1)}<w:p/>${item('third')}${commentEnd(2)}`;
    const { said, blocks } = await importing(body, [
      { id: 1, text: 'on two' },
      { id: 2, text: 'on the rest' },
    ]);
    expect(blocks.map(({ content }) => plainInlines(content as never))).toEqual(['first', 'second', 'third']);
    expect(said.map(({ on, texts }) => [on, texts])).toEqual([
      ['first\nsecond', ['on two']],
      ['second\nthird', ['on the rest']],
    ]);
  });

  it('whose words are lost move to the nearest block or the whole document', async () => {
    const body = [
      `<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr>${commented(1, 'The report')}</w:p>`,
      `<w:p>${run('Only a name')}${commentName(2)}${run(' stands here')}</w:p>`,
      `<w:p>${run('It begins')}${commentStart(3)}${run(' and has no end')}</w:p>`,
      `<w:p><w:del>${commented(4, 'gone')}</w:del>${run('What is left')}</w:p>`,
    ].join('');
    const { said, leftOut, list } = await importing(
      body,
      [1, 2, 3, 4, 5].map((id) => ({ id, author: 'Ana', text: `comment ${id}` })),
    );
    expect(said.map(({ on, marked: words, texts }) => [texts[0], on, words])).toEqual([
      ['Ana: comment 1', 'The report', ''],
      ['Ana: comment 2', 'Only a name stands here', 'Only a name stands here'],
      ['Ana: comment 3', 'It begins and has no end', 'It begins and has no end'],
      ['Ana: comment 4', '', ''],
      ['Ana: comment 5', '', ''],
    ]);
    expect(list.map(({ blockId }) => blockId !== null)).toEqual([false, true, true, false, false]);
    expect(leftOut).toEqual([]);
  });

  it('are imported with each document of an archive', async () => {
    const one = docxOf({
      body: `<w:p>${commented(0, 'Alpha')}</w:p>`,
      files: commentParts([{ id: 0, text: 'A?' }]),
    });
    const two = docxOf({
      body: `<w:p>${commented(0, 'Beta')}</w:p>`,
      files: commentParts([{ id: 0, text: 'B?' }]),
    });
    const report = await imported(team.api, { appId }, zipOf({ 'a.docx': one, 'b.docx': two }), 'both.zip');
    expect((await readingOf(report, 0)).said).toEqual([{ on: 'Alpha', marked: 'Alpha', texts: ['A?'] }]);
    expect((await readingOf(report, 1)).said).toEqual([{ on: 'Beta', marked: 'Beta', texts: ['B?'] }]);
  });

  it('are searchable', async () => {
    await importing(`<w:p>${commented(0, 'Alpha')}</w:p>`, [
      { id: 0, author: 'Ana', text: 'Zanzibar again' },
    ]);
    const found = await team.api.trpc.search.find.query({ query: 'zanzibar' });
    expect(JSON.stringify(found)).toContain('Zanzibar');
  });
});

describe('comments of a malicious Word document', () => {
  it('are imported up to a document’s limit, and the rest is reported', async () => {
    const count = MAX_DISCUSSIONS + 5;
    const ids = Array.from({ length: count }, (_, id) => id);
    const body = `<w:p>${ids.map(commentStart).join('')}${run('words '.repeat(200))}${ids.map(commentEnd).join('')}</w:p>`;
    const { list, leftOut, said } = await importing(
      body,
      ids.map((id) => ({ id, author: 'Ana', text: `comment ${id}` })),
    );
    expect(list).toHaveLength(MAX_DISCUSSIONS);
    expect(said.map(({ texts }) => texts[0])).toEqual(
      ids.slice(0, MAX_DISCUSSIONS).map((id) => `Ana: comment ${id}`),
    );
    expect(leftOut).toEqual([{ name: 'report.docx: 5', reason: 'comments' }]);
    // Words with hundreds of marks take an editor long to show.
    expect(said.filter(({ marked: words }) => words !== '').length).toBeLessThanOrEqual(20);
  }, 90_000);

  it('are as long as comments may be; a longer one continues in the next', async () => {
    const text = 'long words '.repeat(1_000);
    const { list } = await importing(`<w:p>${commented(0, 'Alpha')}</w:p>`, [{ id: 0, author: 'Ana', text }]);
    const texts = list[0]?.comments.map((comment) => comment.text) ?? [];
    expect(texts.length).toBeGreaterThan(1);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(MAX_COMMENT_LENGTH);
    expect(texts.join('').replaceAll(/\s/gu, '')).toBe(`Ana: ${text}`.replaceAll(/\s/gu, ''));
  });

  it('that are cyclic, share an id or end before they begin are still imported', async () => {
    const body = `<w:p>${commentEnd(1)}${run('Alpha')}${commentStart(1)}${commented(2, ' Beta')}${commented(2, ' Gamma')}</w:p>`;
    const { said } = await importing(body, [
      { id: 1, text: 'one', answers: 2 },
      { id: 2, text: 'two', answers: 1 },
      { id: 2, text: 'again' },
    ]);
    expect(said.flatMap(({ texts }) => texts).sort()).toEqual(['again', 'one', 'two']);
  });

  it('cannot alter other comments’ words', async () => {
    const body = `<w:p>${run('\uE0000000s0\uE001')}${commented(0, 'Alpha')}</w:p>`;
    const { said, blocks } = await importing(body, [{ id: 0, text: '\uE000s0\uE001 &lt;b&gt;' }]);
    expect(said).toEqual([{ on: 'Alpha', marked: 'Alpha', texts: ['\uE000s0\uE001 <b>'] }]);
    expect(plainInlines(blocks[0]?.content as never)).toBe('\uE0000000s0\uE001Alpha');
  });
});
