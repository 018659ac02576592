import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { openAgent, useAgent } from './agent.ts';

const server = useTalkingServer();
const agent = useAgent(server);

const write = (content: string) => [['write_file', { path: 'a.txt', content }]] as const;
const addressOf = (channelId: string, runId: string, query = '') =>
  `/api/channelAgent/${channelId}/agent-runs/${runId}/export${query}`;

async function get(path: string, token = agent.api.token as string) {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

async function unpacked(path: string): Promise<Record<string, string>> {
  const { status, bytes } = await get(path);
  expect(status).toBe(200);
  const files = Object.entries(unzipSync(bytes));
  return Object.fromEntries(files.map(([name, content]) => [name, new TextDecoder().decode(content)]));
}

describe('the export of a run', () => {
  it('holds its steps with calls, results and decisions, and the files as a step left them', async () => {
    const asking = await openAgent(server, { mode: 'ask' });
    const { channelId } = asking;
    const runId = await asking.start(write('one'), write('```\ntwo'));
    await asking.decide(await asking.call('approval-requested'), true, {
      input: { path: 'a.txt', content: 'changed' },
    });
    await asking.call('output-available');
    await asking.decide(await asking.call('approval-requested'), false);
    await asking.live.untilSettled();
    const token = asking.api.token as string;
    const files = unzipSync((await get(addressOf(channelId, runId), token)).bytes);
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(Object.keys(files).sort()).toEqual(['files/a.txt', 'run.json', 'run.md']);
    expect(text('files/a.txt')).toBe('changed');
    const run = JSON.parse(text('run.json'));
    expect(run).toMatchObject({ id: runId, status: 'done', hasFiles: true, mode: 'ask' });
    expect(run.answer).not.toBe('');
    expect(run.trace).toMatchObject([
      {
        index: 0,
        inputTokens: expect.any(Number),
        cost: expect.any(Number),
        calls: [
          {
            toolName: 'write_file',
            input: { content: 'one' },
            decidedInput: { content: 'changed' },
            decision: 'approved',
            decider: { id: asking.owner.id },
            output: { done: expect.stringContaining('a.txt') },
          },
        ],
      },
      { index: 1, calls: [{ decision: 'refused', status: 'refused', decidedInput: null }] },
    ]);
    const words = text('run.md');
    expect(words).toContain('## Step 2');
    expect(words).toContain('Allowed by');
    expect(words).toContain('write_file');
    expect(words).toContain('changed');
    await asking.close();
  });

  it('takes the files of the step that is asked for, and says when they are gone', async () => {
    const { channelId } = agent;
    const runId = await agent.start(write('one'), write('two'));
    await agent.live.untilSettled();
    const first = await unpacked(addressOf(channelId, runId, '?step=0'));
    expect(first['files/a.txt']).toBe('one');
    expect((await unpacked(addressOf(channelId, runId)))['files/a.txt']).toBe('two');
    expect((await get(addressOf(channelId, runId, '?step=2'))).status).toBe(404);
    expect((await get(addressOf(channelId, crypto.randomUUID()))).status).toBe(404);
    await server.db.deleteFrom('kept_content').where('channelId', '=', channelId).execute();
    const gone = await unpacked(addressOf(channelId, runId));
    expect(Object.keys(gone).sort()).toEqual(['run.json', 'run.md']);
    expect(gone['run.md']).toContain('no longer kept');
  });

  it('is for readers of the channel alone, and ends with their right to see it', async () => {
    const { channelId } = agent;
    const runId = await agent.start(write('one'), write('two'));
    await agent.live.untilSettled();
    const other = await openAgent(server);
    expect((await get(addressOf(channelId, runId), other.api.token as string)).status).toBe(404);
    await other.close();
    // Long enough that a reader who does not read holds it up.
    const output = JSON.stringify({ value: 'x'.repeat(1024 * 1024) });
    await server.db
      .insertInto('turn_step')
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          ...{ turnId: runId, index: index + 10, messages: '[]', partCount: 0 },
        })),
      )
      .execute();
    await server.db
      .insertInto('tool_call')
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          ...{ turnId: runId, step: index + 10, toolCallId: `long ${index}`, channelId, toolName: 'long' },
          ...{ input: '{}', output, endedAt: new Date() },
        })),
      )
      .execute();
    const answer = await fetch(`${server.url}${addressOf(channelId, runId)}`, {
      headers: { authorization: `Bearer ${agent.api.token}` },
    });
    const reader = answer.body?.getReader();
    let bytes = (await reader?.read())?.value?.length ?? 0;
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', agent.owner.id)
      .execute();
    const rest = async () => {
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
        bytes += piece.value.length;
    };
    await expect(rest()).rejects.toThrow();
    expect(bytes).toBeLessThan(40 * 1024 * 1024);
  });
});
