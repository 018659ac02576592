import { step } from '../progress.ts';
import { channelOf, fakeModel, readTandem } from '../streams.ts';
import { type BenchRow, megabytes, ms, quantile, ratio } from '../table.ts';
import type { World } from '../world.ts';
import { judgedSets, readBeir } from './beir.ts';
import { watchChildren } from './children.ts';
import { type Library, makeLibrary } from './library.ts';
import { measureRanking } from './ranking.ts';
import { measureReading } from './reading.ts';
import { keepSearching, type Searched, searchAll } from './searching.ts';
import { keepReading } from './upload.ts';

/** Searches of one measurement, after some that warm everything up. */
const SEARCHES = 200;
const WARM = 20;
/** Answers of one measurement. */
const ANSWERS = 25;
const ASKED_MS = 100;
const ASKED_BYTES = 512 * 2 ** 20;

/** `npm run bench -- retrieval beir=/path/to/scifact`: judged sets that are not in the repository, too. */
const folders = process.argv.flatMap((argument) => /^beir=(.+)$/.exec(argument)?.[1] ?? []);

/** How well datasets are searched, how fast, and what else waits for it. */
export async function measureRetrieval(world: World): Promise<BenchRow[]> {
  step('  Ranking judged sets');
  const rows = await measureRanking(world, [...judgedSets(), ...folders.map(readBeir)]);
  step('  Reading PDFs');
  rows.push(...(await measureReading(world)));
  step('  Filling a dataset with a hundred thousand passages');
  const library = await makeLibrary(world, SEARCHES + WARM);
  rows.push(...(await measureLibrary(world, library)));
  return rows;
}

async function measureLibrary(world: World, library: Library): Promise<BenchRow[]> {
  const { datasetId, passages, files, questions } = library;
  const warm = questions.slice(0, WARM);
  const measured = questions.slice(WARM);
  const row = (what: string, { p50, p95, greatest }: Searched): BenchRow => ({
    what,
    ours: `p50 ${ms(p50)}, p95 ${ms(p95)}, at most ${ms(greatest)}`,
    against: `asked: p95 ${ms(ASKED_MS)}`,
    ratio: ratio(p95, ASKED_MS),
  });
  const size = `${passages.toLocaleString('en')} passages of ${files.toLocaleString('en')} files`;
  const children = watchChildren('learn.worker.ts');
  const cold = await searchAll(world, datasetId, warm.slice(0, 1));
  const words = await searchAll(world, datasetId, warm);
  const learned = await untilLearned(world, datasetId);
  const memory = await children.stop();
  await searchAll(world, datasetId, warm);
  const alone = await searchAll(world, datasetId, measured);
  const answer = await firstTokens(world);

  const reading = keepReading(world);
  const beside = await searchAll(world, datasetId, measured);
  const answerBesideReading = await firstTokens(world);
  const searching = keepSearching(world, datasetId, measured);
  const answerBesideBoth = await firstTokens(world);
  await searching();
  await reading();
  const searchingAlone = keepSearching(world, datasetId, measured);
  const answerBesideSearch = await firstTokens(world);
  const { count } = await searchingAlone();

  const answers = (what: string, time: number): BenchRow => ({
    what: `first token of an answer, ${what}`,
    ours: ms(time),
    against: `alone: ${ms(answer)}`,
    ratio: ratio(time, answer),
  });
  return [
    row(`search of ${size}, alone`, alone),
    row('the same while files are read', beside),
    { what: 'first search after a start', ours: ms(cold.p50), against: '', ratio: '' },
    { what: 'search before anything was learned', ours: `p95 ${ms(words.p95)}`, against: '', ratio: '' },
    { what: 'learning of it, from the first search', ours: ms(learned), against: '', ratio: '' },
    {
      what: 'resident memory of the learning child, at most',
      ours: megabytes(memory),
      against: `asked: ${megabytes(ASKED_BYTES)}`,
      ratio: ratio(memory, ASKED_BYTES),
    },
    answers(`beside searches (${count})`, answerBesideSearch),
    answers('beside reading', answerBesideReading),
    answers('beside both', answerBesideBoth),
  ];
}

/** Milliseconds until the space of a dataset has been learned. */
async function untilLearned({ database: { db } }: World, datasetId: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const space = await db
      .selectFrom('dataset_space')
      .select('rank')
      .where('datasetId', '=', datasetId)
      .executeTakeFirst();
    if (space) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The median time to the first token of answers, one after the other. */
async function firstTokens(world: World): Promise<number> {
  const modelId = await fakeModel(world);
  const times: number[] = [];
  for (let i = 0; i < ANSWERS; i += 1) {
    const channelId = await channelOf(world);
    const { first } = await readTandem(world, channelId, i, { modelId, question: '[[tokens 20]]' });
    times.push(first);
  }
  return quantile(times.slice(2), 0.5);
}
