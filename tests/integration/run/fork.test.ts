import { newestFiles, readText } from '@tandem/api/agent/files/workspace';
import { describe, expect, it } from 'vitest';
import { gistOf, useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { openAgent, useAgent } from './agent.ts';

const server = useTalkingServer();
const agent = useAgent(server);

const write = (content: string) => [['write_file', { path: 'a.txt', content }]] as const;
const pathOf = async (channelId: string) =>
  (await agent.api.trpc.message.list.query({ channelId, limit: 100 })).list;

async function textIn(channelId: string, path: string): Promise<string | null> {
  const reading = { db: server.db, platform: server.platform };
  const entry = (await newestFiles(reading, channelId)).entries.get(path);
  return entry ? readText(reading, entry) : null;
}

describe('run.fork', () => {
  it('begins a channel with the files, the conversation and the setting as a step left them', async () => {
    const { api, channelId } = agent;
    const rules = { run_shell: 'deny' as const };
    await api.trpc.agentSetting.update.mutate({ channelId, rules });
    await agent.start(write('zero'));
    await agent.live.untilSettled();
    const runId = await agent.start(write('one'), write('two'), [['delete_file', { path: 'a.txt' }]]);
    await agent.live.untilSettled();
    const fork = await api.trpc.run.fork.mutate({ channelId, runId, step: 1 });
    expect(fork).toMatchObject({ kind: 'agent', parentId: channelId, name: 'Named (fork)', unread: 0 });
    expect(await textIn(fork.id, 'a.txt')).toBe('two');
    expect(await agent.file('a.txt')).toBeNull();
    const copy = await pathOf(fork.id);
    expect(copy).toHaveLength(4);
    expect(copy.at(-1)).toMatchObject({ status: 'done', error: null });
    expect(gistOf(copy.at(-1)?.parts ?? [])).toEqual([
      'write_file: output-available',
      'write_file: output-available',
    ]);
    const setting = await api.trpc.agentSetting.get.query({ channelId: fork.id });
    expect(setting).toMatchObject({ mode: 'work', rules });
    // It works on by itself, and the origin does not notice.
    const next = await api.trpc.run.start.mutate({ channelId: fork.id, task: 'Go on' });
    expect(next.channelId).toBe(fork.id);
    expect(await pathOf(channelId)).toHaveLength(4);
    await api.trpc.run.stop.mutate({ channelId: fork.id, runId: next.id });
  });

  it('takes what a waiting run did so far, without its open call', async () => {
    const asking = await openAgent(server, { mode: 'ask' });
    const runId = await asking.start([['list_files', {}]], write('one'));
    await asking.call('approval-requested');
    const { channelId } = asking;
    const fork = await asking.api.trpc.run.fork.mutate({ channelId, runId, step: 1, name: 'Mine' });
    const { list } = await asking.api.trpc.message.list.query({ channelId: fork.id, limit: 10 });
    expect(fork.name).toBe('Mine');
    expect(list.at(-1)?.status).toBe('done');
    expect(gistOf(list.at(-1)?.parts ?? [])).toEqual(['list_files: output-available']);
    expect((await asking.api.trpc.run.get.query({ channelId, runId })).status).toBe('waiting');
    await asking.close();
  });

  it('of an answer that another has replaced takes the line that led to it', async () => {
    const { api, channelId } = agent;
    const runId = await agent.start(write('first'));
    await agent.live.untilSettled();
    const messageId = agent.live.list[0]?.id as string;
    await api.trpc.message.edit.mutate({ channelId, messageId, text: '[[say instead]] Another task' });
    await agent.live.untilSettled();
    const fork = await api.trpc.run.fork.mutate({ channelId, runId, step: 0 });
    const copy = await pathOf(fork.id);
    expect(copy).toHaveLength(2);
    expect(gistOf(copy.at(-1)?.parts ?? [])).toEqual(['write_file: output-available']);
  });

  it('with one key happens once, over REST as well', async () => {
    const { api, channelId } = agent;
    const runId = await agent.start(write('one'));
    await agent.live.untilSettled();
    const clientKey = crypto.randomUUID();
    const input = { channelId, runId, step: 0, clientKey };
    const forks = await Promise.all([1, 2].map(() => api.trpc.run.fork.mutate(input)));
    const path = `/api/channelAgent/${channelId}/agent-runs/${runId}/fork`;
    const rest = await api.call('POST', path, { body: { step: 0, clientKey } });
    expect(rest.data).toMatchObject({ id: forks[0]?.id, kind: 'agent' });
    expect(forks[1]?.id).toBe(forks[0]?.id);
  });

  it('requires edit, a step that is there, and files that are kept', async () => {
    const { api, channelId } = agent;
    const runId = await agent.start(write('one'));
    await agent.live.untilSettled();
    const step = { channelId, runId, step: 0 };
    await expectRefused(api.trpc.run.fork.mutate({ ...step, step: 1 }), 'notFound');
    await expectRefused(api.trpc.run.fork.mutate({ ...step, runId: crypto.randomUUID() }), 'notFound');
    const other = await openAgent(server);
    await expectRefused(other.api.trpc.run.fork.mutate({ ...step, channelId: other.channelId }), 'notFound');
    await expectRefused(other.api.trpc.run.fork.mutate(step), 'notFound');
    await other.close();
    await server.db.deleteFrom('kept_content').where('channelId', '=', channelId).execute();
    await expectRefused(api.trpc.run.fork.mutate(step), 'notFound');
    const below = server.db.selectFrom('channel').select('id').where('parentId', '=', channelId);
    expect(await below.execute()).toEqual([]);
  });
});
