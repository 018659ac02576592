import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import superjson from 'superjson';
import type { BareRoute } from './bare.ts';
import { load } from './load.ts';
import { statementsOf } from './statements.ts';
import { type BenchRow, ms, perSecond, ratio } from './table.ts';
import { LONG_HISTORY, type World } from './world.ts';

const BATCH = 10;

/** Authenticated reads of a channel and its history, compared with a bare Fastify that runs the same SQL. */
export async function measureReads(world: World): Promise<BenchRow[]> {
  const { short, long, server } = world;
  const read = await statementsOf(world, (caller) => caller.channel.get({ channelId: short }));
  const page = (channelId: string) => statementsOf(world, (caller) => caller.message.list({ channelId }));
  const routes: BareRoute[] = [
    { path: '/read', statements: read, times: 1 },
    { path: '/batch', statements: read, times: BATCH },
    { path: '/short', statements: await page(short), times: 1 },
    { path: '/long', statements: await page(long), times: 1 },
  ];
  const bare = await startBare(world.database.url, routes);
  const tokens = world.people.map((person) => person.token);
  const ours = (pathAndQuery: string) => load({ url: server.url + pathAndQuery, tokens });
  const raw = (route: string) => load({ url: bare.url + route });

  const input = (value: unknown) => encodeURIComponent(JSON.stringify(superjson.serialize(value)));
  const batchInput = encodeURIComponent(
    JSON.stringify(
      Object.fromEntries(
        Array.from({ length: BATCH }, (_, i) => [i, superjson.serialize({ channelId: short })]),
      ),
    ),
  );
  const names = Array.from({ length: BATCH }, () => 'channel.get').join(',');
  try {
    const rawRead = await raw('/read');
    const rest = await ours(`/api/channel/${short}`);
    const trpc = await ours(`/api/channel.get?input=${input({ channelId: short })}`);
    const rawBatch = await raw('/batch');
    const batch = await ours(`/api/${names}?batch=1&input=${batchInput}`);
    const rawShort = await raw('/short');
    const oursShort = await ours(`/api/message.list?input=${input({ channelId: short })}`);
    const rawLong = await raw('/long');
    const oursLong = await ours(`/api/message.list?input=${input({ channelId: long })}`);
    const rate = (what: string, mine: typeof rest, theirs: typeof rest): BenchRow => ({
      what,
      ours: `${perSecond(mine.rate)}, p50 ${ms(mine.p50)}`,
      against: `bare Fastify, same SQL: ${perSecond(theirs.rate)}`,
      ratio: ratio(mine.rate, theirs.rate),
    });
    return [
      rate('read a channel, REST', rest, rawRead),
      rate('read a channel, tRPC', trpc, rawRead),
      rate(`read ${BATCH} channels, one tRPC batch`, batch, rawBatch),
      rate('history page of 100 messages', oursShort, rawShort),
      rate(`history page of ${LONG_HISTORY.toLocaleString('en')} messages`, oursLong, rawLong),
      {
        what: `history page, ${LONG_HISTORY.toLocaleString('en')} against 100`,
        ours: perSecond(oursLong.rate),
        against: perSecond(oursShort.rate),
        ratio: ratio(oursLong.rate, oursShort.rate),
      },
    ];
  } finally {
    bare.child.kill();
  }
}

/** Starts the baseline in its own process. */
export async function startBare(
  databaseUrl: string,
  routes: BareRoute[],
): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(path.join(import.meta.dirname, 'bare.ts'), [databaseUrl]);
  child.send(routes);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, child };
}
