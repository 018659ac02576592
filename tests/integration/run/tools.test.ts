import { editFiles } from '@tandem/api/agent/files/workspace';
import type { ToolPart } from '@tandem/shared/message/parts';
import { describe, expect, it, vi } from 'vitest';
import { useRung, workingRungs } from '../agent/rungs.ts';
import { chatRequests, gistOf, useTalkingServer } from '../message/conversation.ts';
import { openAgent, useAgent } from './agent.ts';

const working = await workingRungs();
const server = useTalkingServer();
const agent = useAgent(server);
const newest = () => agent.live.list.at(-1);
const callsNow = () => (newest()?.parts ?? []).filter((part) => part.type === 'dynamic-tool');

async function write(files: Record<string, string>): Promise<void> {
  const { channelId: id } = agent;
  const { teamId } = await server.db
    .selectFrom('channel')
    .select('teamId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const edits = Object.entries(files).map(([path, content]) => ({
    ...{ do: 'write' as const, path, content: { bytes: Buffer.from(content) } },
  }));
  await editFiles(server, { id, teamId }, edits);
}

describe('tools in a run', () => {
  it('show what a command puts out while it runs', { timeout: 30_000 }, async () => {
    await agent.start([['run_shell', { command: 'echo first; sleep 1.5; echo second' }]]);
    const shown = (part: ToolPart | undefined) => JSON.stringify(part?.output ?? null);
    await agent.live.until(
      () => callsNow().some((part) => part.state === 'input-available' && shown(part).includes('first')),
      'live output',
    );
    expect(shown(callsNow()[0])).not.toContain('second');
    await agent.live.untilSettled();
    expect(callsNow()[0]).toMatchObject({ output: { exitCode: 0, stdout: 'first\nsecond\n' } });
  });

  it('end a command within a second when somebody stops the run', { timeout: 30_000 }, async () => {
    await agent.start([['run_shell', { command: 'echo begun; echo 1 > lost; sleep 50' }]]);
    await agent.live.until(() => JSON.stringify(callsNow()[0]?.output ?? null).includes('begun'), 'begun');
    const began = performance.now();
    await agent.api.trpc.message.stop.mutate({ channelId: agent.channelId });
    await agent.live.untilSettled();
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(newest()?.status).toBe('stopped');
    expect(await agent.file('lost')).toBeNull();
  });

  it('let a command take longer than other tools, and stop it for its own time', {
    timeout: 30_000,
  }, async () => {
    await agent.start([['run_shell', { command: 'echo 1 > a; sleep 60', seconds: 1 }]]);
    await agent.live.untilSettled();
    expect(callsNow()[0]).toMatchObject({ output: { exitCode: null, stopped: 'It took too long.' } });
    expect(await agent.file('a')).toBe('1\n');
  });

  it('change the notes only with consent, also in the mode that works, and read them next time', async () => {
    await agent.start([['write_file', { path: 'MEMORY.md', content: 'Reports go to out/.' }]]);
    const asked = await agent.call('approval-requested');
    expect(await agent.file('MEMORY.md')).toBeNull();
    await agent.decide(asked, true);
    await agent.live.untilSettled();
    expect(await agent.file('MEMORY.md')).toBe('Reports go to out/.');
    await agent.start([['list_files', {}]]);
    await agent.live.untilSettled();
    expect(JSON.stringify(chatRequests(server).at(-1)?.body.messages)).toContain('not orders');
    expect(JSON.stringify(chatRequests(server).at(-1)?.body.messages)).toContain('Reports go to out/.');
  });

  it('ask a person, whose answer the model reads', async () => {
    const input = { question: 'Which year?', options: ['2025', '2026'], answer: 'forged' };
    await agent.start([['ask_person', input]]);
    const asked = await agent.call('approval-requested', 'ask_person');
    expect(asked.input).toEqual({ question: 'Which year?', options: ['2025', '2026'] });
    expect(asked.consent?.inputSchema).toMatchObject({ properties: { answer: { type: 'string' } } });
    await agent.decide(asked, true, { input: { ...(asked.input as object), answer: '2026' } });
    await agent.live.untilSettled();
    expect(callsNow()[0]).toMatchObject({ state: 'output-available', output: { answer: '2026' } });
  });

  it('run in order within a step, where some rely on others', async () => {
    await agent.start([
      ['write_file', { path: 'a.py', content: 'print(6 * 7)' }],
      ['run_shell', { command: 'python3 a.py > out.txt' }],
      ['edit_file', { path: 'out.txt', find: '42', replace: 'forty-two' }],
      ['move_file', { path: 'out.txt', to: 'answer.txt' }],
    ]);
    await agent.live.untilSettled();
    expect(await agent.file('answer.txt')).toBe('forty-two\n');
  });

  it('tell the model in a sentence what went wrong, and go on', async () => {
    await write({ 'a.txt': 'x\nx\n' });
    await agent.start(
      [['edit_file', { path: 'a.txt', find: 'x', replace: 'y' }]],
      [['read_file', { path: '../../etc/passwd' }]],
      [['no_such_tool', { a: 1 }]],
      [['write_file', { path: 'b.txt' }]],
      [['read_file', { path: 'y'.repeat(8_000) }]],
      [['edit_file', { path: 'a.txt', find: 'x', replace: 'y', all: true }]],
    );
    await agent.live.untilSettled();
    expect(gistOf(newest()?.parts ?? [])).toEqual([
      ...['edit_file', 'read_file', 'no_such_tool', 'write_file', 'read_file'].map(
        (name) => `${name}: output-error`,
      ),
      'edit_file: output-available',
      expect.anything(),
    ]);
    expect(callsNow()[0]?.errorText).toContain('found 2 times, at lines 1, 2');
    for (const { errorText = '' } of callsNow()) expect(errorText.length).toBeLessThan(5_000);
    expect(await agent.file('a.txt')).toBe('y\ny\n');
    const told = (chatRequests(server).at(-1)?.body.messages ?? []) as { role: string; content: string }[];
    const results = told.filter(({ role }) => role === 'tool');
    expect(results).toHaveLength(6);
    for (const { content } of results) expect(content.length).toBeLessThan(2_100);
    expect(results[4]?.content).toMatch(/Invalid input for tool read_file[\s\S]*too_big/);
    expect(JSON.stringify(newest()).length).toBeLessThan(500_000);
  });

  it('say what commands lack on this machine', async () => {
    useRung(server.platform, working.at(-1) as (typeof working)[number]);
    const here = await openAgent(server);
    await here.start([['list_files', {}]]);
    await here.live.untilSettled();
    const tools = chatRequests(server).at(-1)?.body.tools as {
      function: { name: string; description: string };
    }[];
    const shell = tools.find((tool) => tool.function.name === 'run_shell');
    expect(shell?.function.description).toContain('There is no network.');
    await here.close();
    vi.restoreAllMocks();
  });
});
