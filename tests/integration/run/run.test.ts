import { describe, expect, it } from 'vitest';
import { chatRequests, gistOf, useTalkingServer } from '../message/conversation.ts';
import { openAgent, useAgent } from './agent.ts';

const server = useTalkingServer();
const agent = useAgent(server);

const answer = () => agent.live.list.at(-1)?.parts ?? [];
const runOf = (turnId: string) =>
  server.db.selectFrom('agent_run').selectAll().where('turnId', '=', turnId).executeTakeFirstOrThrow();
const statesOf = (channelId: string) =>
  server.db
    .selectFrom('agent_manifest')
    .select(['turnId', 'step', 'toolCallId', 'kind'])
    .where('channelId', '=', channelId)
    .orderBy('createdAt')
    .execute();

describe('a run', () => {
  it('works with files and commands, each change a state of its call', async () => {
    const runId = await agent.start(
      [['write_file', { path: 'a.txt', content: 'one\ntwo\n' }]],
      [
        ['run_shell', { command: 'wc -l < a.txt > count.txt; cat count.txt' }],
        ['read_file', { path: 'count.txt' }],
      ],
    );
    await agent.live.untilSettled();
    expect(gistOf(answer()).slice(0, 3)).toEqual([
      'write_file: output-available',
      'run_shell: output-available',
      'read_file: output-available',
    ]);
    expect(await agent.file('count.txt')).toMatch(/^\s*2\n$/);
    // The reading came after the command that wrote what it reads.
    expect(JSON.stringify(answer())).toContain('count.txt');
    const states = await statesOf(agent.channelId);
    expect(states.map(({ kind, turnId, step }) => [kind, turnId, step])).toEqual([
      ['step', runId, 0],
      ['step', runId, 1],
    ]);
    expect(await runOf(runId)).toMatchObject({ mode: 'work', firstManifestId: null, stepLimit: 50 });
  });

  it('keeps its steps, with what they cost, and begins with the files of the one before', async () => {
    const first = await agent.start([['write_file', { path: 'a.txt', content: 'one' }]]);
    await agent.live.untilSettled();
    const steps = await server.db.selectFrom('turn_step').selectAll().where('turnId', '=', first).execute();
    expect(steps).toHaveLength(1);
    expect(JSON.stringify(steps[0]?.messages)).toContain('write_file');
    expect(steps[0]?.inputTokens).toBeGreaterThan(0);
    const calls = await server.db.selectFrom('tool_call').selectAll().where('turnId', '=', first).execute();
    expect(calls).toMatchObject([{ toolName: 'write_file', input: { path: 'a.txt' }, error: null }]);
    expect(JSON.stringify(calls[0]?.output)).toContain('a.txt');
    const second = await agent.start([['list_files', {}]]);
    await agent.live.untilSettled();
    const newest = await server.db
      .selectFrom('agent_workspace')
      .select('manifestId')
      .where('channelId', '=', agent.channelId)
      .executeTakeFirstOrThrow();
    expect((await runOf(second)).firstManifestId).toBe(newest.manifestId);
  });

  it('asks before each change in the mode that asks, and does what was decided', async () => {
    const asking = await openAgent(server, { mode: 'ask' });
    await asking.start(
      [['list_files', {}]],
      [['write_file', { path: 'a.txt', content: 'one' }]],
      [['delete_file', { path: 'a.txt' }]],
    );
    const write = await asking.call('approval-requested');
    expect(write).toMatchObject({ toolName: 'write_file', input: { path: 'a.txt', content: 'one' } });
    expect(await asking.file('a.txt')).toBeNull();
    await asking.decide(write, true, { input: { path: 'a.txt', content: 'two' } });
    const remove = await asking.call('approval-requested', 'delete_file');
    expect(await asking.file('a.txt')).toBe('two');
    await asking.decide(remove, false);
    await asking.live.untilSettled();
    expect(await asking.file('a.txt')).toBe('two');
    await asking.close();
  });

  it('is offered nothing that changes anything in the mode that only reads, and calls of it are refused', async () => {
    const reading = await openAgent(server, { mode: 'read' });
    await reading.start([['write_file', { path: 'a.txt', content: 'one' }]]);
    await reading.live.untilSettled();
    const tools = (chatRequests(server).at(-1)?.body.tools ?? []) as { function: { name: string } }[];
    const names = tools.map((tool) => tool.function.name);
    expect(names).toContain('read_file');
    expect(names).not.toContain('write_file');
    expect(names).not.toContain('run_shell');
    expect(await reading.file('a.txt')).toBeNull();
    await reading.close();
  });
});
