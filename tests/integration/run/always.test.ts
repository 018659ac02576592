import { describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { useAgent } from './agent.ts';

const server = useTalkingServer();
const agent = useAgent(server);

const ask = () =>
  server.db
    .updateTable('agent_setting')
    .set({ mode: 'ask' })
    .where('channelId', '=', agent.channelId)
    .execute();
const allowed = async (runId: string) =>
  (
    await server.db
      .selectFrom('agent_run')
      .select('allowed')
      .where('turnId', '=', runId)
      .executeTakeFirstOrThrow()
  ).allowed;

describe('a call that stands for the later ones of its run', () => {
  it('is one about a path', async () => {
    await ask();
    const write = (content: string) =>
      [['write_file', { path: 'a.txt', content }]] satisfies [string, object][];
    const runId = await agent.start(write('one'), [['read_file', { path: 'a.txt' }]], write('two'));
    await agent.decide(await agent.call('approval-requested'), true, { always: true });
    await agent.live.untilSettled();
    expect(await allowed(runId)).toEqual([{ toolKey: 'write_file', scope: 'a.txt' }]);
    expect(await agent.file('a.txt')).toBe('two');
  });

  it.each([
    ['move_file', { path: 'a.txt', to: 'b.txt' }],
    ['run_shell', { command: 'ls' }],
    ['write_file', { path: '.', content: '' }],
  ] as const)(
    'is not one of %s that is about no single path below the top, and it still waits',
    async (name, input) => {
      await ask();
      const runId = await agent.start([[name, input]]);
      const call = await agent.call('approval-requested');
      await expectRefused(agent.decide(call, true, { always: true }), 'toolInput');
      expect(await allowed(runId)).toEqual([]);
      await agent.decide(call, false);
      await agent.live.untilSettled();
    },
  );
});
