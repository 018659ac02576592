import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { script } from '../fakes/provider/script.ts';
import { startFakeProvider } from '../fakes/provider/server.ts';
import { isFullDepth } from '../running/depth.ts';
import { startWithOwner } from '../running/with-owner.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const AGENTS = 3;
const STEPS = 12;
const KILLS = isFullDepth ? 200 : 10;
/** Kills of the same runs: each survives five. */
const KILLS_PER_ROUND = 5;
/** Each is another file, so that a write that happened twice or never shows. */
const steps = Array.from({ length: STEPS }, (_, index) => [
  ['write_file', { path: `f${index}`, content: `${index}` }] as const,
]);

it(`runs survive that their server is killed at ${KILLS} moments: no step is lost, no write doubled, each ends`, async () => {
  const provider = await startFakeProvider({ delayMs: 2 });
  cleanUps.push(() => provider.close());
  const opened = await startWithOwner({ OPENAI_BASE_URL: provider.url });
  cleanUps.push(() => opened.close());
  const { server, person, appId } = opened;
  const { trpc } = person.api;
  for (let kills = 0; kills < KILLS; kills += KILLS_PER_ROUND) {
    const runs: { channelId: string; runId: string }[] = [];
    for (let index = 0; index < AGENTS; index++) {
      const { id: channelId } = await trpc.channel.create.mutate({ appId, name: 'Named', kind: 'agent' });
      const task = `${script(...steps)} Work`;
      const { id: runId } = await trpc.run.start.mutate({ channelId, task, mode: 'work' });
      runs.push({ channelId, runId });
    }
    for (let kill = 0; kill < KILLS_PER_ROUND; kill++) {
      await sleep(20 + Math.random() * 600);
      await server.kill();
      await server.start();
    }
    for (const run of runs) {
      await expect
        .poll(() => trpc.run.get.query(run).then(({ status }) => status, String), { timeout: 40_000 })
        .toBe('done');
      const { trace } = await trpc.run.get.query(run);
      expect(trace.map(({ index }) => index)).toEqual(steps.map((_, index) => index));
      expect(trace.flatMap(({ calls }) => calls.map(({ status }) => status))).toEqual(
        steps.map(() => 'done'),
      );
      const { list: states } = await trpc.agentFile.states.query({ channelId: run.channelId, limit: 50 });
      expect(states.map(({ step }) => step).sort((a, b) => Number(a) - Number(b))).toEqual(
        steps.map((_, index) => index),
      );
      const { list: files } = await trpc.agentFile.list.query({ channelId: run.channelId });
      expect(files).toHaveLength(STEPS);
      const { list: messages } = await trpc.message.list.query({ channelId: run.channelId });
      const shown = messages.at(-1)?.parts.filter(({ type }) => type === 'dynamic-tool');
      expect(shown).toHaveLength(STEPS);
    }
  }
  const { db } = await server.database();
  const { takeovers } = await db
    .selectFrom('agent_run')
    .select((eb) => eb.fn.sum<string>('takeovers').as('takeovers'))
    .executeTakeFirstOrThrow();
  // Otherwise no kill met a run.
  expect(Number(takeovers)).toBeGreaterThan(0);
}, 600_000);
