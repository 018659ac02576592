import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { apiFor } from '../running/api.ts';
import { now } from './stamps.ts';
import { type BenchRow, ms, quantile, ratio } from './table.ts';
import type { World } from './world.ts';

const TIMES = 60;
/** The first ones start the child process and fill caches. */
const WARMING = 5;
const TEXT_BYTES = 10_000;

/** One writing program: a document's whole text, and a channel's name, as the cost of any change. */
export async function measureWriting(world: World): Promise<BenchRow[]> {
  const api = apiFor(world.server.url, world.people[0]?.token ?? null);
  const { appId, short } = world;
  const { id } = await api.trpc.channel.create.mutate({ appId, kind: 'document', name: 'Report' });
  const puts = await time(async (n) => {
    const answer = await api.call('PUT', `/api/app/${appId}/channelDoc/${id}/content`, {
      raw: report(n),
      headers: { 'content-type': 'text/markdown' },
    });
    if (answer.status !== 200) throw new Error(answer.text);
  });
  const stored = await time((n) => storeBare(world, report(n)));
  const names = await time((n) => api.trpc.channel.update.mutate({ channelId: short, name: `Name ${n}` }));
  const updated = await time((n) => updateBare(world, `Name ${n}`));
  return [
    row('a document of 10 kB of Markdown put over another', puts, 'bare SQL, storing the text', stored),
    row('a channel renamed', names, 'bare SQL, the same row', updated),
  ];
}

function row(what: string, ours: number[], against: string, bare: number[]): BenchRow {
  const both = (delays: number[]) => `${ms(quantile(delays, 0.5))} / ${ms(quantile(delays, 0.95))}`;
  return {
    what: `${what}: p50 / p95`,
    ours: both(ours),
    against: `${against}: ${both(bare)}`,
    ratio: ratio(quantile(ours, 0.5), quantile(bare, 0.5)),
  };
}

/** Runs `work` one after another. @returns milliseconds of each */
async function time(work: (n: number) => Promise<unknown>): Promise<number[]> {
  const delays: number[] = [];
  for (let n = 0; n < WARMING + TIMES; n += 1) {
    const since = now();
    await work(n);
    if (n >= WARMING) delays.push(now() - since);
  }
  return delays;
}

/** Sentences of a paragraph that are the same in each put. */
const SENTENCES =
  'The figures of this part are those of the quarter, and **none of them** is estimated. '.repeat(3);

/** Headings, paragraphs and lists; one paragraph in each part differs from put to put. */
function report(n: number): string {
  let text = '# Report\n\n';
  for (let part = 0; text.length < TEXT_BYTES; part += 1)
    text += `## Part ${part}\n\n${SENTENCES}More is [in the table](https://example.test/${part}).\n\n- first\n- second\n\nAs of put ${n}.\n\n`;
  return text;
}

async function storeBare({ database: { db } }: World, text: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create table if not exists "bench_text" ("id" uuid primary key, "text" text)`.execute(tx);
    await sql`insert into "bench_text" values (${randomUUID()}::uuid, ${text})`.execute(tx);
  });
}

async function updateBare({ database: { db }, short }: World, name: string): Promise<void> {
  await db
    .transaction()
    .execute((tx) => tx.updateTable('channel').set({ name }).where('id', '=', short).execute());
}
