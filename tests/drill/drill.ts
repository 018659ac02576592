import { until } from '../running/live.ts';
import type { ServerPair } from './server-pair.ts';
import { Answers, Typists } from './work.ts';

export interface DrillSize {
  answers: number;
  typists: number;
  /** Tokens per answer, one every ten milliseconds. */
  tokens: number;
}

/** The result of a drill. */
export interface Found {
  what: string;
  answers: { whole: number; byStatus: Record<string, number> };
  words: { written: number; wrong: string[] };
  /** Milliseconds from the blow until everything was well again. */
  ms: number;
}

/** Lets people type and answers stream while `blow` happens, and checks the outcome of both. */
async function during(
  pair: ServerPair,
  { answers: count, typists: people, tokens }: DrillSize,
  what: string,
  blow: () => Promise<void>,
): Promise<Found> {
  const typists = await Typists.begin(pair, people, what.replaceAll(/\W+/g, ''));
  const answers = await Answers.begin(pair, count, tokens);
  await until('the answers stream', async () => (await answers.running()) > 0, 60_000);
  const began = performance.now();
  await blow();
  const found = { what, answers: await answers.end(), ms: 0 };
  found.ms = Math.round(performance.now() - began);
  return { ...found, words: await typists.end() };
}

const isReady = (url: string) => async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;

/** Stops one server while answers stream and people type. */
export async function drainOne(pair: ServerPair, size: DrillSize): Promise<Found & { code: number | null }> {
  const [first] = pair.servers;
  let code: number | null = null;
  const found = await during(pair, size, 'SIGTERM', async () => {
    code = await first.stop();
  });
  await first.start();
  return { ...found, code };
}

/** Kills one server, as a power cut would. */
export async function killOne(pair: ServerPair, size: DrillSize): Promise<Found> {
  const [, second] = pair.servers;
  const found = await during(pair, size, 'kill -9', () => second.kill());
  await second.start();
  return found;
}

/** Redis ends and comes back. */
export async function loseRedis(pair: ServerPair, size: DrillSize): Promise<Found> {
  const { redis } = pair;
  if (!redis) throw new Error('this machine has no Redis');
  return during(pair, size, 'Redis away', async () => {
    await redis.kill();
    await until(
      'the servers know',
      async () => {
        const answer = await fetch(`${pair.servers[0].url}/readyz`);
        return ((await answer.json()) as { redis: boolean }).redis === false;
      },
      60_000,
    );
    await redis.start();
  });
}

/** The database ends and comes back. */
export async function loseDatabase(pair: ServerPair, size: DrillSize): Promise<Found> {
  return during(pair, size, 'PostgreSQL away', async () => {
    await pair.stopDatabase();
    await until('the servers know', async () => !(await isReady(pair.servers[0].url)()), 60_000);
    await pair.startDatabase();
    for (const { url } of pair.servers) await until('the servers are ready again', isReady(url), 60_000);
  });
}
