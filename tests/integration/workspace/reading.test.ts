import { topics } from '@tandem/api/core/live/bus';
import { makeChannel, makeGrant, makeMessage } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team, useTeam } from './team.ts';

const server = useServer();
const team = useTeam(server);
let appId: string;
let channelId: string;
let reader: Awaited<ReturnType<Team['person']>>;

beforeEach(async () => {
  appId = team.app.id;
  reader = await team.person();
  channelId = (await makeChannel(server.db, { appId, creatorId: team.owner.id, name: 'Talk' })).id;
});

const say = (authorId: number | null, id = channelId) => makeMessage(server.db, { channelId: id, authorId });
const unread = async (api = reader.api) => (await api.trpc.channel.get.query({ channelId })).unread;
const markRead = (seq?: number, api = reader.api) =>
  api.trpc.channel.markRead.mutate({ channelId, ...(seq !== undefined && { seq }) });

describe('unread messages', () => {
  it('are those of others and of assistants, not one’s own', async () => {
    await say(team.owner.id);
    await say(null);
    await say(reader.user.id);
    expect(await unread()).toBe(2);
    expect(await unread(team.api)).toBe(2);
    expect(await reader.api.trpc.channel.list.query({ appId })).toMatchObject([{ unread: 2 }]);
  });

  it('decrease by reading, and never increase by reading backwards', async () => {
    for (let i = 0; i < 5; i++) await say(team.owner.id);
    expect(await markRead(3)).toEqual({ unread: 2 });
    expect(await markRead(1)).toEqual({ unread: 2 });
    expect(await markRead()).toEqual({ unread: 0 });
    await say(team.owner.id);
    expect(await unread()).toBe(1);
    expect(await unread(team.api)).toBe(0);
  });

  it('cannot be marked read before they are written', async () => {
    await say(team.owner.id);
    expect(await markRead(1_000_000)).toEqual({ unread: 0 });
    await say(team.owner.id);
    expect(await unread()).toBe(1);
  });

  it('exclude messages off the path, and from before one joined', async () => {
    const first = await say(team.owner.id);
    await say(team.owner.id);
    await server.db.updateTable('message').set({ active: false }).where('id', '=', first.id).execute();
    expect(await unread()).toBe(1);
    const late = await team.person();
    expect(await unread(late.api)).toBe(0);
    await say(team.owner.id);
    expect(await unread(late.api)).toBe(1);
  });

  it('are counted to a hundred', async () => {
    for (let i = 0; i < 105; i++) await say(team.owner.id);
    expect(await unread()).toBe(100);
  });

  it('are private to their reader', async () => {
    await expectRefused(markRead(-1), 'invalidInput');
    await expectRefused(markRead(0.5), 'invalidInput');
    const { api } = await team.person('guest');
    await expectRefused(markRead(undefined, api), 'notFound');
  });
});

it('update one’s other tabs once, and write nothing when the same is read again', async () => {
  await say(team.owner.id);
  const heard: unknown[] = [];
  const stop = server.platform.bus.subscribe(topics.user(reader.user.id), (message) => heard.push(message));
  await markRead();
  const rows = () =>
    server.db
      .selectFrom('channel_read')
      .selectAll()
      .where('userId', '=', reader.user.id)
      .executeTakeFirstOrThrow();
  const before = await rows();
  for (let i = 0; i < 5; i++) await markRead();
  expect(await rows()).toEqual(before);
  expect(heard).toEqual([{ type: 'read', channelId }]);
  stop();
});

describe('Home', () => {
  const recent = async (api = reader.api) => (await api.trpc.home.recent.query()).map(({ name }) => name);

  it('shows the channels opened or active last, with unread counts', async () => {
    const make = async (name: string) =>
      (await makeChannel(server.db, { appId, creatorId: team.owner.id, name, activeAt: new Date(0) })).id;
    const [quiet, active] = [await make('Quiet'), await make('Active')];
    await say(team.owner.id, active);
    await reader.api.trpc.channel.markRead.mutate({ channelId: quiet });
    expect(await recent()).toEqual(['Quiet', 'Active', 'Talk']);
    const answer = await reader.api.get('/api/home/recent');
    expect(answer.data).toMatchObject([
      { id: quiet, appId, appName: 'Chat', appType: 'chat', kind: 'chat', unread: 0 },
      { id: active, unread: 1 },
      { id: channelId, unread: 0 },
    ]);
  });

  it('shows at most twenty, and only visible ones', async () => {
    for (let i = 0; i < 25; i++)
      await makeChannel(server.db, { appId, creatorId: team.owner.id, name: `C${i}`, visibility: 'private' });
    expect(await recent(team.api)).toHaveLength(20);
    expect(await recent()).toEqual(['Talk']);
    const other = await openTeam(server);
    expect(await recent(other.api)).toEqual([]);
  });

  it('drops a channel that may no longer be seen', async () => {
    await markRead();
    await server.db
      .updateTable('channel')
      .set({ deletedAt: new Date() })
      .where('id', '=', channelId)
      .execute();
    expect(await recent()).toEqual([]);
  });

  it('names a shared channel to a guest, not its app', async () => {
    const guest = await team.person('guest');
    expect(await recent(guest.api)).toEqual([]);
    await makeGrant(server.db, {
      teamId: team.team.id,
      targetId: channelId,
      userId: guest.user.id,
      level: 1,
    });
    expect(await guest.api.trpc.home.recent.query()).toMatchObject([{ name: 'Talk', appName: '' }]);
  });
});
