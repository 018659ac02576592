import { afterEach, expect, it } from 'vitest';
import { until } from '../../running/live.ts';
import { examine, settled, startAgents } from './agents.ts';
import { openWorld, type World } from './world.ts';

let world: World | null = null;
afterEach(async () => {
  await world?.close();
  world = null;
});

it('a server that is told to stop hands its runs over to the other, from their last steps', async () => {
  const opened = await openWorld(2);
  world = opened;
  const [first, second] = opened.servers;
  if (!first || !second) throw new Error('there are no two servers');
  const agents = await startAgents(opened, { count: 10, label: 'left' });
  const { db } = await second.database();
  const stepsDone = () =>
    db
      .selectFrom('tool_call')
      .select('toolCallId')
      .where('endedAt', 'is not', null)
      .execute()
      .then(({ length }) => length);
  await until('they work', async () => (await stepsDone()) > 4, 30_000);
  first.signal('SIGTERM');
  await until('the first server has ended', () => !first.alive(), 60_000);
  const open = await db.selectFrom('turn').select('ownerId').where('status', '=', 'running').execute();
  // Otherwise it showed nothing.
  expect(open.length).toBeGreaterThan(0);
  for (const agent of agents) await settled(opened, agent, second);
  for (const agent of agents) {
    const { takeovers, status } = await examine(opened, agent, second);
    // They were given, not taken.
    expect(takeovers).toBe(0);
    expect(['done', 'waiting']).toContain(status);
  }
}, 180_000);
