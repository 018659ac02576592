import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexPages } from '../../../content/file/extraction/index/index-pages.ts';
import { headOf, readBlocks } from './block.ts';
import { learnSpace } from './learn.ts';
import { addPacked, GREATEST, normalise, packedBytes } from './vectors.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tandem-space-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A file with texts as passages of extractions numbered from 1, as the database gives their postings. */
function fileOf(texts: readonly string[]): string {
  const parts = texts.flatMap((text, at) => {
    const index = indexPages([{ label: '', text, problem: null }], { pages: 0, passages: 0, language: 'en' });
    const bytes = Buffer.from(index.postings);
    const head = {
      extractionId: at + 1,
      language: 'en',
      passages: index.passages.length,
      bytes: bytes.length,
    };
    return [Buffer.from(headOf(head)), bytes];
  });
  const file = path.join(folder, String(texts.length));
  writeFileSync(file, Buffer.concat(parts));
  return file;
}

/** Sixty words of each of three subjects. */
const subjects = ['v', 'c', 's'].map((letter) =>
  Array.from({ length: 60 }, (_, i) => `${letter}${'bdfghk'[i % 6]}${'lmnprtwxyz'[i % 10]}`),
);

/** Texts of three subjects, each with ten of a subject's words; few name the vehicle, in either of two words. */
const texts = Array.from({ length: 150 }, (_, i) => {
  const subject = subjects[i % 3] ?? [];
  const words = Array.from(
    { length: 10 },
    (_, at) => subject[(i * 7 + at * at * (1 + (i % 4))) % subject.length],
  );
  const name = i % 3 > 0 ? '' : ({ 0: 'car', 5: 'automobile' }[(i / 3) % 10] ?? '');
  return `${name} ${words.join(' ')}`;
});
const ofSubject = (at: number) =>
  texts
    .keys()
    .filter((i) => i % 3 === at)
    .toArray();
const automobiles = ofSubject(0).filter((i) => texts[i]?.startsWith('automobile'));

const cosine = (direction: Float32Array, packed: Int8Array) =>
  direction.reduce((sum, value, i) => sum + (value * (packed[i] ?? 0)) / GREATEST, 0);

describe('the space of a dataset', () => {
  it('has a word near passages that use its synonym, known from what both stand beside', () => {
    const { rank, terms, vectors, extractions } = learnSpace(fileOf(texts), texts.length);
    const size = packedBytes(rank);
    const at = terms.split(' ').indexOf('car');
    const sum = new Float64Array(rank);
    addPacked(sum, Buffer.from(vectors.subarray(at * size, (at + 1) * size)), 1);
    const direction = Float32Array.from(normalise(sum));
    const near = (some: readonly number[]) =>
      some.reduce((all, i) => all + cosine(direction, new Int8Array(extractions[i]?.vectors ?? [])), 0) /
      some.length;
    expect(automobiles).toHaveLength(5);
    expect(near(automobiles)).toBeGreaterThan(near(ofSubject(1)) + 0.05);
    expect(near(automobiles)).toBeGreaterThan(near(ofSubject(2)) + 0.05);
  });

  it('reads back from its file which terms a passage has', () => {
    const [block] = readBlocks(fileOf(['Harbours and harbours of boats']));
    expect(block).toMatchObject({ extractionId: 1, language: 'en', passages: 1 });
    const counts = [...(block?.at ?? [])].map((term, i) => [block?.terms[term], block?.counts[i]]);
    expect(Object.fromEntries(counts)).toEqual({ harbour: 2, boat: 1 });
  });

  it('is nothing where no two passages share a word', () => {
    expect(learnSpace(fileOf(['harbour', 'mountain', 'forest']), 3).rank).toBe(0);
  });
});
