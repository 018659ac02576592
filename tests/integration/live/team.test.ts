import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeChannel, makeMember, makeWorkspace } from '@tandem/db/testing/factories/index';
import type { TeamLiveEvent } from '@tandem/shared/live/events';
import { describe, expect, it } from 'vitest';
import { useConversation, useTalkingServer } from '../message/conversation.ts';
import { follow, openSocket } from './follower.ts';

const server = useTalkingServer();
const talk = useConversation(server);

const until = (isTrue: () => boolean, timeout = 6_000) =>
  expect.poll(isTrue, { timeout, interval: 20 }).toBe(true);

describe('live.team', () => {
  function watchTree(input: { teamId?: string; treeRevision?: number } = {}, socket = talk.socket) {
    const events: TeamLiveEvent[] = [];
    const failures: unknown[] = [];
    const subscription = socket.trpc.live.team.subscribe(input, {
      onData: ({ data }) => events.push(data),
      onError: ({ data }) => failures.push(data),
    });
    return { events, failures, stop: () => subscription.unsubscribe() };
  }

  it('begins with the whole tree, then sends each change', async () => {
    const { app, api, channelId } = talk;
    const { events, stop } = watchTree();
    await until(() => events.length === 1);
    expect(events[0]).toMatchObject({ reset: true, channels: [{ id: channelId }], apps: [{ id: app.id }] });
    const made = await api.trpc.channel.create.mutate({ appId: app.id, name: 'New' });
    await until(() => events.some(({ channels }) => channels.some(({ id }) => id === made.id)));
    expect(events.at(-1)).toMatchObject({ reset: false, removed: [] });
    await api.trpc.channel.remove.mutate({ channelId: made.id });
    await until(() => events.some(({ removed }) => removed.includes(made.id)));
    stop();
  });

  it('tells a new name once, also to who has the channel open', async () => {
    const { api, channelId, live } = talk;
    const { events, stop } = watchTree();
    await until(() => events.length === 1);
    await live.until(({ events }) => events.some(({ type }) => type === 'messages'));
    await sleep(500);
    const before = live.events.length;
    await api.trpc.channel.update.mutate({ channelId, name: 'Renamed' });
    await until(() => events.length === 2);
    expect(events[1]).toMatchObject({ reset: false, channels: [{ id: channelId, name: 'Renamed' }] });
    await sleep(500);
    expect(events).toHaveLength(2);
    expect(live.events.slice(before)).toEqual([]);
    stop();
  });

  it('resumes from a revision with only the changes since', async () => {
    const { app, api } = talk;
    const whole = watchTree();
    await until(() => whole.events.length === 1);
    whole.stop();
    const made = await api.trpc.channel.create.mutate({ appId: app.id, name: 'Meanwhile' });
    const { events, stop } = watchTree({ treeRevision: whole.events[0]?.treeRevision as number });
    await until(() => events.length === 1);
    expect(events[0]).toMatchObject({ reset: false, channels: [{ id: made.id, name: 'Meanwhile' }] });
    stop();
  });

  it('never names what its reader may not see', async () => {
    const { app, owner } = talk;
    const { api } = await talk.person();
    const theirs = openSocket(server.url, api.token as string);
    const { events, stop } = watchTree({}, theirs);
    await until(() => events.length === 1);
    await talk.api.trpc.channel.create.mutate({ appId: app.id, name: 'Open' });
    await makeChannel(server.db, {
      appId: app.id,
      creatorId: owner.id,
      name: 'Hidden',
      visibility: 'private',
    });
    await until(() => events.some(({ channels }) => channels.some(({ name }) => name === 'Open')));
    expect(JSON.stringify(events)).not.toContain('Hidden');
    stop();
    await theirs.close();
  });

  it('follows its reader to another team, on the same socket', async () => {
    const { team, app, owner, api, socket } = talk;
    const other = await makeWorkspace(server.db);
    await makeMember(server.db, { teamId: other.team.id, userId: owner.id });
    await api.trpc.user.update.mutate({ currentTeamId: team.id });
    const before = watchTree();
    await until(() => before.events.length === 1);
    before.stop();
    await api.trpc.user.update.mutate({ currentTeamId: other.team.id, language: 'zh-CN' });
    const after = watchTree();
    await until(() => after.events.length === 1);
    expect(after.events[0]).toMatchObject({ reset: true, apps: [{ id: other.app.id }] });
    after.stop();
    // A page that still shows the first team names it, and gets it.
    const named = watchTree({ teamId: team.id });
    await until(() => named.events.length === 1);
    expect(named.events[0]).toMatchObject({ reset: true, apps: [{ id: app.id }] });
    named.stop();
    const refused = follow(socket, randomUUID());
    await expect(refused.until(() => false)).rejects.toThrow(/[一-鿿]/);
  });

  it('is refused for teams its reader is not or no longer in, as for none', async () => {
    const { owner } = talk;
    const [foreign, past] = [await makeWorkspace(server.db), await makeWorkspace(server.db)];
    await server.db
      .insertInto('member')
      .values({ teamId: past.team.id, userId: owner.id, role: 'member', suspendedAt: new Date() })
      .execute();
    for (const teamId of [foreign.team.id, past.team.id, randomUUID()]) {
      const { events, failures } = watchTree({ teamId });
      await until(() => failures.length === 1);
      expect(failures).toMatchObject([{ key: 'notFound', httpStatus: 404 }]);
      expect(events).toEqual([]);
    }
  });

  it('ends within 5 seconds for a suspended reader', async () => {
    const { user, api } = await talk.person();
    const theirs = openSocket(server.url, api.token as string);
    let isOver = false;
    theirs.trpc.live.team.subscribe(
      {},
      {
        onComplete: () => {
          isOver = true;
        },
      },
    );
    await sleep(200);
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('userId', '=', user.id)
      .execute();
    await until(() => isOver || theirs.isClosed(), 5_000);
    await theirs.close();
  });
});
