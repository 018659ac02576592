import { measureBundle } from './bundle.ts';
import { step } from './progress.ts';
import { measureReads } from './reads.ts';
import { measureStarts } from './starts.ts';
import { measureStreams } from './streams.ts';
import { type BenchRow, printTable } from './table.ts';
import { measureWatchers } from './watchers.ts';
import { makeWorld } from './world.ts';

const rows: BenchRow[] = [];
step('Starting servers, cold and warm');
rows.push(...(await measureStarts()));
step('Making a team with a million messages');
const world = await makeWorld();
try {
  step('Reading');
  rows.push(...(await measureReads(world)));
  // Before the streams, whose garbage would hide what a watcher costs.
  step('Watching');
  rows.push(...(await measureWatchers(world)));
  step('Streaming');
  rows.push(...(await measureStreams(world)));
} finally {
  await world.close();
}
step('Weighing the web application');
rows.push(...measureBundle());
console.log('');
printTable(rows);
process.exit(0);
