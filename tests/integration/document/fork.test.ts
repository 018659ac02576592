import { readBlocks, writeBlocks } from '@tandem/api/document/edit/editor';
import { joinFork } from '@tandem/api/document/edit/fork';
import { firstUpdate } from '@tandem/api/document/edit/seed';
import type { Block, BlockInput } from '@tandem/shared/document/blocks';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { Chance, containersIn, edit, elementsIn, groupIn, rework, textsIn, wordsIn } from './forks.ts';

const SEEDS = Number(process.env.FORK_SEEDS ?? 150);
const FIRST_SEED = Number(process.env.FORK_SEED ?? 1);

const paragraph = (text: string, id?: string): BlockInput => ({
  type: 'paragraph',
  ...(id !== undefined && { id }),
  content: [{ type: 'text', text, styles: {} }],
});
const table = (...rows: string[][]): BlockInput => ({
  type: 'table',
  content: {
    type: 'tableContent',
    columnWidths: [],
    rows: rows.map((cells) => ({
      cells: cells.map((text) => ({
        type: 'tableCell' as const,
        props: {},
        content: [{ type: 'text' as const, text, styles: {} }],
      })),
    })),
  },
});

function holding(blocks: readonly BlockInput[]): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, firstUpdate());
  writeBlocks(doc, blocks);
  return doc;
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/** Merges a document changed by one side with blocks written by the other. */
function join(base: Y.Doc, ours: Y.Doc, blocks: readonly BlockInput[], isText = false) {
  const current = [Y.encodeStateAsUpdate(ours)];
  const { update, touched } = joinFork({ base: [Y.encodeStateAsUpdate(base)], current, blocks, isText });
  if (update) Y.applyUpdate(ours, update);
  return { touched, blocks: readBlocks(ours), doc: ours };
}

const lines = (blocks: readonly Block[]): string[] =>
  blocks.flatMap(({ content, children }) => [
    Array.isArray(content)
      ? content.map((each) => ('text' in each ? each.text : '')).join('')
      : JSON.stringify(content ?? ''),
    ...lines(children),
  ]);

function withoutIds(blocks: readonly BlockInput[]): BlockInput[] {
  return blocks.map(({ id: _, children = [], ...rest }) => ({ ...rest, children: withoutIds(children) }));
}

/** A document of a few blocks, below one another too. */
function someBlocks(): BlockInput[] {
  return [
    paragraph('alpha beta gamma delta'),
    { type: 'heading', props: { level: 2 }, content: [{ type: 'text', text: 'epsilon zeta', styles: {} }] },
    { ...paragraph('eta theta iota'), children: [paragraph('kappa lambda'), paragraph('mu nu')] },
    table(['xi', 'omicron'], ['pi', 'rho']),
    { type: 'divider' },
    paragraph('sigma tau'),
  ];
}

describe('a text written from an older state', () => {
  it('keeps every word of both sides exactly once, whatever either did with the blocks', () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      const chance = new Chance(seed);
      const base = holding(someBlocks());
      const ours = copyOf(base);
      for (let n = 0, count = 1 + chance.below(4); n < count; n += 1) edit(ours, `typed${n}`, chance);
      const isText = chance.below(2) === 0;
      let blocks: BlockInput[] = readBlocks(base);
      for (let n = 0, count = 1 + chance.below(4); n < count; n += 1)
        blocks = rework(blocks, `put${n}`, chance);
      if (isText) blocks = withoutIds(blocks);
      const typed = wordsIn(ours);
      const put = wordsIn(holding(blocks));
      const { doc, blocks: joined } = join(base, ours, blocks, isText);
      const words = wordsIn(doc);
      const about = `seed ${seed}: ${JSON.stringify(lines(joined))}`;
      for (const word of [...typed.keys(), ...put.keys()])
        if (/^(typed|put)\d/u.test(word)) expect(words.get(word), `${word}, ${about}`).toBe(1);
      for (const word of wordsIn(base).keys())
        if (typed.has(word) && put.has(word))
          expect(words.get(word) ?? 0, `${word}, ${about}`).toBeGreaterThan(0);
      const containers = containersIn(groupIn(doc));
      const ids = containers.map((each) => each.getAttribute('id'));
      expect(new Set(ids).size, about).toBe(ids.length);
      for (const container of containers) {
        const names = elementsIn(container).map(({ nodeName }) => nodeName);
        expect(
          names.slice(1).filter((name) => name !== 'blockGroup'),
          about,
        ).toEqual([]);
        expect(names.length, about).toBeLessThan(3);
      }
    }
  });

  it('restores a removed block in which somebody typed meanwhile, but no other', () => {
    const base = holding([paragraph('stays'), paragraph('goes away'), paragraph('goes too')]);
    const ours = copyOf(base);
    textsIn(groupIn(ours))[1]?.insert(9, ' not');
    expect(lines(join(base, ours, [paragraph('stays')], true).blocks)).toEqual(['stays', 'goes away not']);
  });

  it('keeps the words of a block that both sides edited, separately', () => {
    const base = holding([paragraph('begun ')]);
    const ours = copyOf(base);
    textsIn(groupIn(ours))[0]?.insert(6, 'typed');
    const [line = ''] = lines(join(base, ours, [paragraph('begun put')], true).blocks);
    expect(line.trim().split(' ').sort()).toEqual(['begun', 'put', 'typed']);
  });

  it('moves words into a block that the other side recreated', () => {
    const base = holding([paragraph('one'), paragraph('two')]);
    const [, second] = readBlocks(base);
    const ours = copyOf(base);
    const group = groupIn(ours);
    group.delete(1, 1);
    writeBlocks(ours, [
      { ...second, children: [], content: [{ type: 'text', text: 'two', styles: {} }] } as BlockInput,
      paragraph('one'),
    ]);
    expect(lines(join(base, ours, [paragraph('one'), paragraph('two put')], true).blocks).sort()).toEqual([
      'one',
      'two put',
    ]);
  });

  it('keeps empty paragraphs and trailing spaces, which text does not carry', () => {
    const base = holding([paragraph('one '), paragraph(''), paragraph('two'), paragraph('')]);
    const written = [paragraph('one'), paragraph('two'), paragraph('three')];
    expect(lines(join(base, copyOf(base), written, true).blocks)).toEqual(['one ', '', 'two', 'three', '']);
    expect(lines(join(base, copyOf(base), written).blocks)).toEqual(['one', 'two', 'three']);
  });

  it('reports the blocks changed on both sides', () => {
    const base = holding([paragraph('one'), paragraph('two'), paragraph('three')]);
    const ids = readBlocks(base).map(({ id }) => id);
    const ours = copyOf(base);
    textsIn(groupIn(ours))[1]?.insert(3, ' typed');
    const written = (...texts: string[]) => texts.map((text) => paragraph(text));
    expect(join(base, copyOf(ours), written('one put', 'two', 'three', 'four'), true).touched).toEqual([]);
    expect(join(base, copyOf(ours), written('one', 'two put', 'three'), true).touched).toEqual([ids[1]]);
    expect(join(base, copyOf(ours), written('one', 'three'), true).touched).toEqual([ids[1]]);
    expect(join(base, copyOf(ours), written('one', 'two', 'three'), true).touched).toEqual([]);
  });
});
