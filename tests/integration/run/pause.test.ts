import { describe, expect, it } from 'vitest';
import type { ScriptedStep } from '../../fakes/provider/script.ts';
import { gistOf, useTalkingServer } from '../message/conversation.ts';
import { useAgent } from './agent.ts';

const server = useTalkingServer();
const agent = useAgent(server);

const parts = () => agent.live.list.at(-1)?.parts ?? [];
const pauses = () => parts().flatMap((part) => (part.type === 'data-pause' ? [part.data.reason] : []));
const untilPaused = (reason: string) =>
  agent.live.until(() => pauses().at(-1) === reason, `a pause: ${reason}`);
const run = (runId: string) => agent.api.trpc.run.get.query({ channelId: agent.channelId, runId });
const goOn = (runId: string) => agent.api.trpc.run.goOn.mutate({ channelId: agent.channelId, runId });
const write = (name: string): ScriptedStep => [['write_file', { path: name, content: name }]];
const limit = (runId: string, limits: { stepLimit?: number; timeLimitMs?: number }) =>
  server.db.updateTable('agent_run').set(limits).where('turnId', '=', runId).execute();

describe('a run pauses', () => {
  it('at its number of steps, and goes on from there', async () => {
    await server.db
      .updateTable('agent_setting')
      .set({ mode: 'ask' })
      .where('channelId', '=', agent.channelId)
      .execute();
    const runId = await agent.start(write('a'), write('b'), write('c'));
    const first = await agent.call('approval-requested');
    await limit(runId, { stepLimit: 2 });
    await agent.decide(first, true, { always: false });
    await agent.decide(await untilAsked('b'), true);
    await untilPaused('steps');
    expect(await run(runId)).toMatchObject({ status: 'paused', pausedFor: 'steps', stepLimit: 2 });
    expect(await goOn(runId)).toMatchObject({
      status: expect.stringMatching(/waiting|running/),
      stepLimit: 52,
    });
    await agent.decide(await untilAsked('c'), true);
    await agent.live.untilSettled();
    expect(pauses()).toEqual([]);
    expect(await agent.file('c')).toBe('c');
    expect(await run(runId)).toMatchObject({ status: 'done', pausedFor: null });
  });

  it('at its time', async () => {
    await server.db
      .updateTable('agent_setting')
      .set({ mode: 'ask' })
      .where('channelId', '=', agent.channelId)
      .execute();
    const runId = await agent.start(write('a'), write('b'));
    const call = await agent.call('approval-requested');
    await limit(runId, { timeLimitMs: 0 });
    await agent.decide(call, true, { always: true });
    await untilPaused('time');
    await goOn(runId);
    // What was allowed until the end of the run is this path only.
    await agent.decide(await untilAsked('b'), false);
    await agent.live.untilSettled();
    expect([await agent.file('a'), await agent.file('b')]).toEqual(['a', null]);
  });

  it('when it repeats itself', async () => {
    const list: ScriptedStep = [['list_files', {}]];
    const runId = await agent.start(list, list, list, list, write('a'));
    await untilPaused('repetition');
    const lists = () => gistOf(parts()).filter((gist) => gist.startsWith('list_files')).length;
    await goOn(runId);
    await agent.live.until(() => lists() === 4 && pauses().length === 1);
    await goOn(runId);
    await agent.live.untilSettled();
    expect(lists()).toBe(4);
    expect(await agent.file('a')).toBe('a');
  });

  it('when its provider fails, and drops what it had begun to write', async () => {
    const { channelId } = agent;
    await agent.api.trpc.message.send.mutate({ channelId, text: '[[drop]] Write' });
    await agent.live.until(() => agent.live.list.length === 2);
    await untilPaused('provider');
    expect(gistOf(parts()).join()).toContain('token');
    const [turn] = await server.db
      .selectFrom('agent_run')
      .select('turnId')
      .where('channelId', '=', channelId)
      .execute();
    const runId = turn?.turnId ?? '';
    await goOn(runId);
    await untilPaused('provider');
    // Twice the beginning of an answer would show that the first one stayed.
    expect(gistOf(parts()).filter((gist) => gist.startsWith('text'))).toHaveLength(1);
    await agent.api.trpc.run.stop.mutate({ channelId, runId });
    await agent.live.untilSettled();
    expect(await run(runId)).toMatchObject({ status: 'stopped' });
  });

  it.each([
    ['[[401]]', 'provider.unauthorised'],
    ['[[quota]]', 'provider.quota'],
    ['[[400]]', 'provider.badRequest'],
  ])('when its provider refuses (%s), and says in its words why', async (directive, key) => {
    const { channelId } = agent;
    await agent.api.trpc.message.send.mutate({ channelId, text: `${directive} Write` });
    await agent.live.until(() => agent.live.list.length === 2);
    await untilPaused('provider');
    const [paused] = parts().flatMap((part) => (part.type === 'data-pause' ? [part.data.error] : []));
    expect(paused).toMatchObject({ key, retryable: false, detail: expect.any(String) });
    expect(JSON.stringify(paused)).not.toContain('sk-fake1234567890abcdef');
  });
});

/** The call that waits for a decision about this file. */
async function untilAsked(path: string) {
  const found = () =>
    parts().find(
      (part) =>
        part.type === 'dynamic-tool' &&
        part.state === 'approval-requested' &&
        (part.input as { path?: string }).path === path,
    );
  await agent.live.until(() => found() !== undefined, path);
  return found() as Awaited<ReturnType<typeof agent.call>>;
}
