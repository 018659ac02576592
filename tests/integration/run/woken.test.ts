import { wakeDecided } from '@tandem/api/content/turn/wait.repo';
import { interruptExpired } from '@tandem/api/conversation/turn/finish';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ScriptedStep } from '../../fakes/provider/script.ts';
import { useTalkingServer } from '../message/conversation.ts';
import { useAgent } from './agent.ts';

const server = useTalkingServer();
const agent = useAgent(server, { mode: 'ask' });
const GONE = '11111111-1111-4111-8111-111111111111';
const write = (path: string): ScriptedStep => [['write_file', { path, content: path }]];
const one = (runId: string) => ({ channelId: agent.channelId, runId });
const becomes = (runId: string, status: string) =>
  expect
    .poll(async () => (await agent.api.trpc.run.get.query(one(runId))).status, { timeout: 20_000 })
    .toBe(status);
const turnOf = (id: string) =>
  server.db.selectFrom('turn').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = (id: string, values: object) =>
  server.db.updateTable('agent_run').set(values).where('turnId', '=', id).execute();

it('a paused run is not taken up because a call of it is decided, but because somebody lets it go on', async () => {
  const runId = await agent.start(write('a'));
  const call = await agent.call('approval-requested');
  await becomes(runId, 'waiting');
  await change(runId, { pausedFor: 'access' });
  await agent.decide(call, true);
  await wakeDecided(server.db);
  expect((await turnOf(runId)).waitingSince).not.toBeNull();
  expect(await agent.file('a')).toBeNull();
  await becomes(runId, 'paused');
  await agent.api.trpc.run.goOn.mutate(one(runId));
  await becomes(runId, 'done');
  expect(await agent.file('a')).toBe('a');
});

it('a run that goes on survives that its process is killed before it has a slot', async () => {
  const runId = await agent.start(write('a'), write('b'));
  const call = await agent.call('approval-requested');
  await becomes(runId, 'waiting');
  await change(runId, { stepLimit: 1 });
  await agent.decide(call, true);
  await becomes(runId, 'paused');
  await change(runId, { pausedFor: null, stepLimit: 50 });
  await server.db
    .updateTable('turn')
    .set({ ownerId: GONE, epoch: sql`"epoch" + 1`, leaseUntil: sql`now() - interval '1 second'` })
    .where('id', '=', runId)
    .execute();
  await interruptExpired(server.db, new Map(), (turn, err) => {
    throw new Error(turn, { cause: err });
  });
  const next = await agent.call('approval-requested');
  expect(next.input).toMatchObject({ path: 'b' });
  await agent.api.trpc.run.stop.mutate(one(runId));
  await becomes(runId, 'stopped');
});
