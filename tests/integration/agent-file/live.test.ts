import { makeRun } from '@tandem/db/testing/factories/index';
import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import { afterEach, describe, expect, it } from 'vitest';
import { useAgent } from '../agent/agents.ts';
import { useServer } from '../harness/server.ts';
import { type LiveSocket, openSocket } from '../live/follower.ts';

const server = useServer();
const agent = useAgent(server);
const sockets: LiveSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.close();
});

type Told<Type extends ChannelLiveEvent['type']> = Extract<ChannelLiveEvent, { type: Type }>;

/** Follows the channel as a person. */
function followed(token: string) {
  const socket = openSocket(server.url, token);
  sockets.push(socket);
  const events: ChannelLiveEvent[] = [];
  socket.trpc.live.channel.subscribe(
    { channelId: agent.channelId },
    { onData: ({ data }) => events.push(data) },
  );
  const all = <Type extends ChannelLiveEvent['type']>(type: Type) =>
    events.filter((event): event is Told<Type> => event.type === type);
  return { events, all, last: <Type extends ChannelLiveEvent['type']>(type: Type) => all(type).at(-1) };
}

describe('the stream of an agent’s channel', () => {
  it('begins with its messages, and then tells files, setting and runs as they are', async () => {
    await agent.write('a.txt', 'one');
    await makeRun(server.db, { channelId: agent.channelId, userId: agent.owner.id, task: 'Count' });
    const { events, last } = followed(agent.api.token as string);
    await expect.poll(() => last('agentSetting')).toMatchObject({ setting: { mode: 'ask' } });
    expect(events[0]?.type).toBe('messages');
    expect(last('agentFiles')).toMatchObject({ revision: 1, changes: null });
    expect(last('runs')).toMatchObject({ runs: [{ task: 'Count', status: 'done' }] });
  });

  it('carries changes of files to everyone who watches, as folders list them', async () => {
    const first = await agent.write('a.txt', 'one');
    const run = { firstManifestId: first };
    await makeRun(server.db, { channelId: agent.channelId, userId: agent.owner.id, run });
    const colleague = await agent.person();
    const watchers = [agent.api, colleague.api].map(({ token }) => followed(token as string));
    for (const { last } of watchers) await expect.poll(() => last('agentFiles')).toBeDefined();
    await agent.write('src/b.txt', 'two');
    const { api } = agent;
    const news = { name: 'b.txt', path: 'src/b.txt', type: 'file', size: 3, change: 'added' };
    for (const { last } of watchers)
      await expect
        .poll(() => last('agentFiles'))
        .toMatchObject({ revision: 2, changes: [{ path: 'src/b.txt', file: news }] });
    await api.trpc.agentFile.remove.mutate({ channelId: agent.channelId, path: 'a.txt' });
    for (const { last } of watchers)
      await expect
        .poll(() => last('agentFiles'))
        .toMatchObject({ revision: 3, changes: [{ path: 'a.txt', file: { change: 'deleted' } }] });
    await api.trpc.agentFile.remove.mutate({ channelId: agent.channelId, path: 'src' });
    for (const { last } of watchers)
      await expect
        .poll(() => last('agentFiles'))
        .toMatchObject({ revision: 4, changes: [{ path: 'src/b.txt', file: null }] });
    const { list } = await api.trpc.agentFile.list.query({ channelId: agent.channelId });
    expect(list).toMatchObject([{ path: 'a.txt', change: 'deleted' }]);
  });

  it('tells of the setting, with what each reader may do', async () => {
    const viewer = await agent.person('guest');
    await agent.api.trpc.grant.share.mutate({
      channelId: agent.channelId,
      users: [{ userId: viewer.user.id, permission: 'view' }],
    });
    const [owner, reader] = [followed(agent.api.token as string), followed(viewer.api.token as string)];
    await expect.poll(() => reader.last('agentSetting')).toBeDefined();
    await agent.api.trpc.agentSetting.update.mutate({
      ...{ channelId: agent.channelId, mode: 'work', rules: { run_shell: 'ask' } },
    });
    const setting = { mode: 'work', rules: { run_shell: 'ask' } };
    await expect
      .poll(() => owner.last('agentSetting')?.setting)
      .toEqual({ ...setting, abilities: { update: true } });
    await expect
      .poll(() => reader.last('agentSetting')?.setting)
      .toEqual({ ...setting, abilities: { update: false } });
  });

  it('tells what changed in the database even when the bus lost it', async () => {
    const { last } = followed(agent.api.token as string);
    await expect.poll(() => last('agentFiles')).toBeDefined();
    await server.db
      .insertInto('agent_setting')
      .values({ channelId: agent.channelId, mode: 'read', rules: '{}' })
      .execute();
    await expect.poll(() => last('agentSetting')?.setting.mode, { timeout: 8_000 }).toBe('read');
  });
});
