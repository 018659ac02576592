import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@tandem/db';
import type { World } from './world.ts';

const PATIENCE_MS = 60_000;

/**
 * Watches the runs that processes have now.
 * @returns what resolves, after a kill at `began` (milliseconds of `performance`), to the seconds until another process
 * had each run of the one that was killed; null when it had none, or another kill came between
 */
export async function takenOver({ servers }: World): Promise<(began: number) => Promise<number | null>> {
  const before = await read(servers[0]).catch(() => []);
  const owned = before.filter(({ ownerId }) => !ownerId.startsWith('00000000'));
  return async (began) => {
    let last: number | null = null;
    const open = new Map(owned.map((turn) => [turn.id, turn]));
    for (
      const end = performance.now() + PATIENCE_MS;
      open.size > 0 && performance.now() < end;
      await sleep(200)
    ) {
      const now = await read(servers[0]).catch(() => null);
      if (!now) continue;
      for (const [id, then] of open) {
        const turn = now.find((each) => each.id === id);
        // A process that lives renews its leases.
        const lives = turn?.ownerId === then.ownerId && turn.leaseUntil > then.leaseUntil;
        const isTaken = turn !== undefined && turn.ownerId !== then.ownerId;
        if (isTaken && turn.ownerId.startsWith('00000000-0000-0000-0000-000000000000')) continue;
        if (turn !== undefined && !lives && !isTaken) continue;
        open.delete(id);
        if (isTaken) last = (performance.now() - began) / 1_000;
      }
    }
    return last;
  };
}

async function read(server: World['servers'][number] | undefined) {
  if (!server?.alive()) return Promise.reject(new Error('not now'));
  const { db }: Database = await server.database();
  return db
    .selectFrom('turn')
    .select(['id', 'ownerId', 'leaseUntil'])
    .where('status', '=', 'running')
    .execute();
}
