import { plusDays } from '@tandem/shared/statistic/schema';
import superjson from 'superjson';
import { makeAdminTeam } from './admin-team.ts';
import { load } from './load.ts';
import { type BenchRow, ms } from './table.ts';
import type { World } from './world.ts';

/** What the overview of a million usage rows may take at the server. */
const TARGET_MS = 100;

/** The administrators' overview and lists, over a million usage rows, 10,000 people and 10,000 apps. */
export async function measureOverview(world: World): Promise<BenchRow[]> {
  const { tokens } = await makeAdminTeam(world);
  const today = new Date().toISOString().slice(0, 10);
  const rows: BenchRow[] = [];
  const measure = async (what: string, procedure: string, value: object, against: string) => {
    const input = encodeURIComponent(JSON.stringify(superjson.serialize(value)));
    const took = await load({ url: `${world.server.url}/api/${procedure}?input=${input}`, tokens }, 1);
    rows.push({ what, ours: `p50 ${ms(took.p50)}, p99 ${ms(took.p99)}`, against, ratio: '' });
  };
  for (const days of [7, 30, 90, 365])
    await measure(
      `overview of ${days} days, a million usage rows`,
      'statistic.total',
      { from: plusDays(today, 1 - days), to: today },
      `at most ${TARGET_MS} ms`,
    );
  return rows;
}
