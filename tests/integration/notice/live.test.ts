import { makeGrant } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, useServer, useServerBeside } from '../harness/server.ts';
import { openSocket } from '../live/follower.ts';
import { NoticeFollower, noticesOf, openRoom, type Room } from './fixture.ts';

const server = useServer();
const beside = useServerBeside(server);
/** Another process over the same database. */
let room: Room;
const open: (() => Promise<void>)[] = [];

beforeEach(async () => {
  for (const close of open.splice(0)) await close();
  room = await openRoom(server);
});

/** One more tab of a person, at either process. */
async function tab(
  where: TestServer = server,
  token = room.reader.api.token as string,
): Promise<NoticeFollower> {
  const socket = openSocket(where.url, token);
  const follower = new NoticeFollower(socket);
  open.push(async () => {
    follower.stop();
    await socket.close();
  });
  await expect.poll(() => follower.unread).not.toBeNull();
  return follower;
}

const soon = { timeout: 5_000, interval: 10 };

describe('live notifications', () => {
  it('begin with the unread count', async () => {
    await room.mention();
    await room.mention();
    expect((await tab()).unread).toBe(2);
  });

  it('reach every tab in every process, and nobody else', async () => {
    const [here, there] = [await tab(), await tab(beside)];
    const other = await room.person();
    const stranger = await tab(server, other.api.token as string);
    const message = await room.mention();
    for (const follower of [here, there]) {
      await expect.poll(() => follower.unread, soon).toBe(1);
      expect(follower.came).toMatchObject([
        { kind: 'mention', messageId: message.id, excerpt: '@A member look', channel: { name: 'Talk' } },
      ]);
    }
    expect(stranger).toMatchObject({ unread: 0, came: [] });
  });

  it('read in one tab are read in all', async () => {
    await room.mention();
    await room.mention();
    const [here, there] = [await tab(), await tab(beside)];
    const [newest] = (await noticesOf(room.reader.api)).list;
    await room.reader.api.trpc.notice.read.mutate({ ids: [newest?.id as string] });
    for (const follower of [here, there]) {
      await expect.poll(() => follower.unread, soon).toBe(1);
      expect(follower.read).toEqual([[newest?.id]]);
    }
    await room.reader.api.trpc.notice.read.mutate({ all: true });
    for (const follower of [here, there]) {
      await expect.poll(() => follower.unread, soon).toBe(0);
      expect(follower.read.at(-1)).toBe('all');
    }
  });

  it('are read by reading their channel', async () => {
    const follower = await tab(beside);
    await room.mention();
    await expect.poll(() => follower.unread, soon).toBe(1);
    await room.reader.api.trpc.channel.markRead.mutate({ channelId: room.channelId });
    await expect.poll(() => follower.unread, soon).toBe(0);
    expect(follower.read).toEqual([[follower.came[0]?.id]]);
  });

  it('end with the right count when they arrive and are read at the same time', async () => {
    const follower = await tab();
    await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        await room.mention();
        if (i % 3 === 0) await room.reader.api.trpc.notice.read.mutate({ all: true });
      }),
    );
    await expect.poll(() => new Set(follower.came.map(({ id }) => id)).size, soon).toBe(60);
    const { unread } = await noticesOf(room.reader.api);
    await expect.poll(() => follower.unread, soon).toBe(unread);
  });

  it('that one may no longer see leave the count', async () => {
    await makeGrant(server.db, {
      targetId: room.channelId,
      teamId: room.teamId,
      userId: room.owner.id,
      level: 4,
    });
    const follower = await tab();
    await room.mention();
    await expect.poll(() => follower.unread, soon).toBe(1);
    await room.api.trpc.channel.remove.mutate({ channelId: room.channelId });
    await expect.poll(() => follower.unread, soon).toBe(0);
  });
});
