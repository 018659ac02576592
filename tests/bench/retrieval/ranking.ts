import type { Platform } from '@tandem/api/core/platform';
import { fuse } from '@tandem/api/dataset/retrieval/fuse';
import { type FoundRankings, findRankings } from '@tandem/api/dataset/retrieval/search';
import { learnSpaceOf } from '@tandem/api/dataset/retrieval/space/learn-space';
import { step } from '../progress.ts';
import { type BenchRow, ratio } from '../table.ts';
import type { World } from '../world.ts';
import type { RankingSet } from './beir.ts';
import { addReadFile, makeDataset } from './dataset.ts';

/** Documents that are judged of each ranking. */
const DEPTH = 10;
/** Passages of the joined ranking; several may be of one document. */
const PASSAGES = 100;

type Method = 'words' | 'nearness' | 'meaning' | 'feedback' | 'fused';
type Scores = Record<Method, number>;

/** How well each method ranks judged sets, and all of them together, against BM25. */
export async function measureRanking(world: World, sets: readonly RankingSet[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const set of sets) {
    step(`  ${set.name}: ${set.files.length} files, ${set.questions.length} questions`);
    rows.push(rowOf(set, await scoresOf(world, set)));
  }
  return rows;
}

function rowOf({ name, questions }: RankingSet, { words, meaning, feedback, fused }: Scores): BenchRow {
  const shown = (value: number) => value.toFixed(4);
  return {
    what: `nDCG@${DEPTH}, ${name} (${questions.length} questions)`,
    ours: shown(fused),
    against: `BM25 ${shown(words)} (meaning ${shown(meaning)}, feedback ${shown(feedback)})`,
    ratio: ratio(fused, words),
  };
}

async function scoresOf(world: World, set: RankingSet): Promise<Scores> {
  const platform = platformOf(world);
  const { db } = world.database;
  const datasetId = await makeDataset(world, set.name);
  const idOf = await fill(world, datasetId, set);
  await learnSpaceOf(platform, datasetId);
  const reader = { userId: world.people[0]?.userId ?? 0 };
  const scores: Scores = { words: 0, nearness: 0, meaning: 0, feedback: 0, fused: 0 };
  for (const { text, relevant } of set.questions) {
    const found = await findRankings({ db, platform }, { reader, datasetIds: [datasetId], query: text });
    for (const [method, indices] of rankedBy(found))
      scores[method] += gainOf(documentsOf(found, indices, idOf), relevant) / set.questions.length;
  }
  return scores;
}

function rankedBy({ rankings }: FoundRankings): [Method, number[]][] {
  const fused = fuse(rankings, PASSAGES).map(({ index }) => index);
  const each = rankings.map(({ method, ranked }): [Method, number[]] => [
    method as Method,
    ranked.map(({ index }) => index),
  ]);
  return [...each, ['fused', fused]];
}

/** Stores the files of a set. @returns the id of the page that a passage is on, by its extraction and number */
async function fill(world: World, datasetId: string, { files, language }: RankingSet) {
  const pages = new Map<number, string[]>();
  for (const file of files) {
    const id = await addReadFile(world, datasetId, { ...file, ...(language !== undefined && { language }) });
    pages.set(
      id,
      file.pages.map((page) => page.id),
    );
  }
  const passages = await world.database.db
    .selectFrom('passage')
    .select(['extractionId', 'n', 'page'])
    .where('extractionId', 'in', [...pages.keys()])
    .execute();
  return new Map(
    passages.map(({ extractionId, n, page }) => [
      `${extractionId} ${n}`,
      pages.get(extractionId)?.[page - 1] ?? '',
    ]),
  );
}

/** The documents of ranked passages, each where its best passage is. */
function documentsOf(
  { collection }: FoundRankings,
  indices: readonly number[],
  idOf: ReadonlyMap<string, string>,
): string[] {
  const documents = new Set<string>();
  for (const index of indices) {
    const { extractionId, n } = collection.passageAt(index);
    documents.add(idOf.get(`${extractionId} ${n}`) ?? '');
    if (documents.size === DEPTH) break;
  }
  return [...documents];
}

/** Normalised discounted cumulative gain. */
function gainOf(documents: readonly string[], relevant: Record<string, number>): number {
  const sum = (gains: readonly number[]) =>
    gains.reduce((all, gain, at) => all + gain / Math.log2(at + 2), 0);
  const ideal = Object.values(relevant).toSorted((a, b) => b - a);
  return sum(documents.map((id) => relevant[id] ?? 0)) / (sum(ideal.slice(0, DEPTH)) || 1);
}

/** Only what searching and learning need. */
function platformOf({ database, server }: World): Platform {
  const log = { info() {}, warn: console.warn, error: console.error };
  return {
    ...{ database, log, settings: { dataDir: server.dataDir }, instances: new Map() },
    // The space is learned here, before the first question.
    jobs: { async enqueue() {} },
  } as unknown as Platform;
}
