import { measureAdministration, measureOverview } from './administration.ts';
import { measureBudgets } from './budget.ts';
import { measureBundle } from './bundle.ts';
import { measureDocuments } from './documents.ts';
import { step } from './progress.ts';
import { measureReads } from './reads.ts';
import { measureRetrieval } from './retrieval/main.ts';
import { measureRoom } from './room.ts';
import { measureSearch } from './search.ts';
import { measureShares } from './share.ts';
import { measureStarts } from './starts.ts';
import { measureStreams } from './streams.ts';
import { type BenchRow, printTable } from './table.ts';
import { measureTree } from './tree.ts';
import { measureTyping } from './typing.ts';
import { measureVectors } from './vectors.ts';
import { measureWatchers } from './watchers.ts';
import { LONG_HISTORY, makeWorld, type World } from './world.ts';
import { measureWriting } from './writing.ts';

/** Parts that need the team, in this order: streams late, whose garbage would hide the cost of a watcher. */
const parts: Record<string, { title: string; measure(world: World): Promise<BenchRow[]> }> = {
  reads: { title: 'Reading', measure: measureReads },
  shares: { title: 'Listing what is shared', measure: measureShares },
  watchers: { title: 'Watching', measure: measureWatchers },
  room: { title: 'Filling a room', measure: measureRoom },
  documents: { title: 'Writing documents together', measure: measureDocuments },
  writing: { title: 'Writing as a program', measure: measureWriting },
  typing: { title: 'Typing into a long document', measure: measureTyping },
  tree: { title: 'Opening a tree of thousands', measure: measureTree },
  budget: { title: 'Holding of budgets', measure: measureBudgets },
  streams: { title: 'Streaming', measure: measureStreams },
  overview: { title: 'Looking over a team of ten thousand', measure: measureOverview },
  administration: { title: 'Listing its apps and people', measure: measureAdministration },
  retrieval: { title: 'Reading and searching datasets', measure: measureRetrieval },
  // Its million messages would slow later benchmarks.
  search: { title: 'Searching a million messages', measure: measureSearch },
  vectors: { title: 'Ranking a million vectors', measure: measureVectors },
};

/** `npm run bench -- room shares` measures only these. */
const wanted = process.argv.slice(2).filter((argument) => !argument.includes('='));
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const rows: BenchRow[] = [];
if (isWanted('starts')) {
  step('Starting servers, cold and warm');
  rows.push(...(await measureStarts()));
}
if (Object.keys(parts).some(isWanted)) {
  step(`Making a team with a history of ${LONG_HISTORY.toLocaleString('en')} messages`);
  const world = await makeWorld();
  try {
    for (const [name, { title, measure }] of Object.entries(parts)) {
      if (!isWanted(name)) continue;
      step(title);
      rows.push(...(await measure(world)));
    }
  } finally {
    await world.close();
  }
}
if (isWanted('bundle')) {
  step('Weighing the web application');
  rows.push(...measureBundle());
}
console.log('');
printTable(rows);
process.exit(0);
