import { setTimeout as sleep } from 'node:timers/promises';
import { makeChannel } from '@tandem/db/testing/factories/index';
import { connectPerson } from './subscriber.ts';
import { type BenchRow, kilobytes, megabytes } from './table.ts';
import type { World } from './world.ts';

const WATCHERS = 1_000;
/** Watchers connect in groups, as people do. */
const GROUP = 50;

/** Memory of a thousand people who each watch a channel in which nothing happens. */
export async function measureWatchers(world: World): Promise<BenchRow[]> {
  const channels: string[] = [];
  for (let i = 0; i < 100; i++) {
    const creatorId = world.people[0]?.userId ?? 0;
    channels.push((await makeChannel(world.database.db, { appId: world.appId, creatorId })).id);
  }
  const before = await residentMemory(world.server.url);
  const open = [];
  for (let i = 0; i < WATCHERS; i += GROUP) {
    const group = Array.from({ length: GROUP }, async (_, j) => {
      const n = i + j;
      const person = connectPerson(world.server.url, world.people[n % world.people.length]?.token ?? '');
      await person.watch(channels[n % channels.length] ?? '', () => {});
      return person;
    });
    open.push(...(await Promise.all(group)));
  }
  await sleep(6_000);
  const after = await residentMemory(world.server.url);
  const busyBefore = await cpuSeconds(world.server.url);
  await sleep(10_000);
  const busy = (await cpuSeconds(world.server.url)) - busyBefore;
  for (const person of open) person.close();
  return [
    {
      what: `memory of each of ${WATCHERS.toLocaleString('en')} idle watchers`,
      ours: kilobytes((after - before) / WATCHERS),
      against: `before: ${megabytes(before)}, with them: ${megabytes(after)}`,
      ratio: '',
    },
    {
      what: 'processor while they watch',
      ours: `${(busy * 10).toFixed(1)} %`,
      against: 'one core',
      ratio: '',
    },
  ];
}

/** Bytes the server's process holds. */
export function residentMemory(url: string): Promise<number> {
  return metric(url, 'process_resident_memory_bytes');
}

/** Seconds of the processor that the server's process has used. */
export function cpuSeconds(url: string): Promise<number> {
  return metric(url, 'process_cpu_seconds_total');
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
}
