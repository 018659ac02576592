import { startServerProcess } from '../running/server.ts';
import { type BenchRow, megabytes, ms } from './table.ts';
import { residentMemory } from './watchers.ts';

/** Start-up on an empty folder and on one that has been used, and what an idle server holds. */
export async function measureStarts(): Promise<BenchRow[]> {
  const beganCold = performance.now();
  const server = await startServerProcess();
  const cold = performance.now() - beganCold;
  try {
    const warm: number[] = [];
    for (let i = 0; i < 3; i++) {
      await server.stop();
      const began = performance.now();
      await server.start();
      warm.push(performance.now() - began);
    }
    return [
      { what: 'start on an empty data folder', ours: ms(cold), against: 'process start to ready', ratio: '' },
      { what: 'start again', ours: ms(Math.min(...warm)), against: 'process start to ready', ratio: '' },
      {
        what: 'resident memory after start',
        ours: megabytes(await residentMemory(server.url)),
        against: 'server process, database apart',
        ratio: '',
      },
    ];
  } finally {
    await server.dispose();
  }
}
