import { makeGrant } from '@tandem/db/testing/factories/index';
import type { TeamLiveEvent } from '@tandem/shared/live/events';
import { beforeEach, describe, expect, it } from 'vitest';
import { follow, type LiveSocket, openSocket } from '../live/follower.ts';
import { readEvents } from '../live/sse.ts';
import { type Conversation, openConversation, useTalkingServer } from '../message/conversation.ts';

/** Lost access is closed within this time, in milliseconds. */
const SOON_MS = 5_000;

const server = useTalkingServer();
let talk: Conversation;
let guest: Awaited<ReturnType<Conversation['person']>>;
let socket: LiveSocket;

beforeEach(async () => {
  talk = await openConversation(server, { name: 'Named' });
  guest = await talk.person('guest');
  const { team, app } = talk;
  await makeGrant(server.db, { teamId: team.id, targetId: app.id, userId: guest.user.id, level: 3 });
  socket = openSocket(server.url, guest.api.token as string);
  return async () => {
    await socket.close();
    await talk.close();
  };
});

const lose: [string, () => Promise<unknown>][] = [
  [
    'a grant that is taken',
    () => talk.api.trpc.grant.remove.mutate({ appId: talk.app.id, userId: guest.user.id }),
  ],
  [
    'a channel made private',
    () => talk.api.trpc.channel.setVisibility.mutate({ channelId: talk.channelId, visibility: 'private' }),
  ],
  ['an app in the bin', () => talk.api.trpc.app.remove.mutate({ appId: talk.app.id })],
];

describe('open streams close soon, by socket and by server-sent events, for', () => {
  it.each(lose)('%s', async (_what, take) => {
    const { channelId } = talk;
    const follower = follow(socket, channelId);
    await follower.until(({ isStarted }) => isStarted);
    const stream = await readEvents(server.url, guest.api.token, 'live.channel', { channelId });
    await stream.until(({ length }) => length > 0);
    const tree: TeamLiveEvent[] = [];
    const watch = socket.trpc.live.team.subscribe(
      {},
      { onData: ({ data }) => tree.push(data), onError: () => {} },
    );
    await expect.poll(() => tree.at(-1)?.channels.length).toBe(1);
    const begun = Date.now();
    await take();
    await follower.until(({ isGone }) => isGone, 'the end by socket', SOON_MS);
    await stream.until((events) => events.some(({ data }) => data?.type === 'gone'));
    await expect
      .poll(() => {
        const last = tree.at(-1);
        return last?.reset ? last.channels.length === 0 : last?.removed.includes(channelId);
      })
      .toBe(true);
    expect(Date.now() - begun).toBeLessThan(SOON_MS);
    watch.unsubscribe();
    await stream.close();
  });
});

it('a lower level removes the right to write from the tree and from the call', async () => {
  const { channelId, app } = talk;
  const tree: TeamLiveEvent[] = [];
  const watch = socket.trpc.live.team.subscribe(
    {},
    { onData: ({ data }) => tree.push(data), onError: () => {} },
  );
  await expect.poll(() => tree.at(-1)?.channels[0]?.abilities.send).toBe(true);
  await talk.api.trpc.grant.set.mutate({ appId: app.id, userId: guest.user.id, permission: 'view' });
  await expect.poll(() => tree.at(-1)?.channels[0]?.abilities.send, { timeout: SOON_MS }).toBe(false);
  expect((await guest.api.post(`/api/channel/${channelId}/message`, { text: 'Hi' })).status).toBe(403);
  watch.unsubscribe();
});

it('a grant reveals what it opens, and nothing to others', async () => {
  const { app, api } = talk;
  const other = await talk.person('guest');
  const theirs = openSocket(server.url, other.api.token as string);
  const [seen, unconcerned]: TeamLiveEvent[][] = [[], []];
  const watches = [
    theirs.trpc.live.team.subscribe({}, { onData: ({ data }) => seen?.push(data), onError: () => {} }),
    socket.trpc.live.team.subscribe({}, { onData: ({ data }) => unconcerned?.push(data), onError: () => {} }),
  ];
  await expect.poll(() => [seen?.length, unconcerned?.length]).toEqual([1, 1]);
  await api.trpc.grant.share.mutate({
    appId: app.id,
    users: [{ userId: other.user.id, permission: 'view' }],
  });
  await expect.poll(() => seen?.at(-1)?.channels.map(({ id }) => id)).toEqual([talk.channelId]);
  await expect.poll(() => unconcerned?.length).toBe(2);
  expect(unconcerned?.at(-1)).toMatchObject({
    reset: false,
    channels: [],
    apps: [],
    spaces: [],
    removed: [],
  });
  for (const watch of watches) watch.unsubscribe();
  await theirs.close();
});

it('a reader who was away learns on return what they lost', async () => {
  const held = (await guest.api.trpc.team.tree.query())?.treeRevision ?? 0;
  await talk.api.trpc.grant.remove.mutate({ appId: talk.app.id, userId: guest.user.id });
  expect(await guest.api.trpc.team.tree.query({ revision: held })).toMatchObject({
    reset: true,
    channels: [],
    apps: [],
  });
});

it('a running answer in an app that goes to the bin is stopped', async () => {
  const { api, channelId, app, live } = talk;
  await api.trpc.message.send.mutate({ channelId, text: '[[tokens 2000]] [[delay 20]] Go' });
  await live.until(({ list }) => (list.at(-1)?.n ?? 0) > 2, 'an answer that grows');
  await api.trpc.app.remove.mutate({ appId: app.id });
  const status = () =>
    server.db.selectFrom('turn').select('status').where('channelId', '=', channelId).executeTakeFirst();
  await expect.poll(status, { timeout: SOON_MS }).toEqual({ status: 'stopped' });
});
