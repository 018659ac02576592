import { makeGrant } from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../harness/server.ts';
import { openSocket } from '../live/follower.ts';
import { Bell, noticesOf, openRoom, type Room } from './stage.ts';

let server: TestServer;
/** Another process over the same database. */
let beside: TestServer;
let room: Room;
const open: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await startServer();
  beside = await startServer({ databaseUrl: server.platform.database.url });
});
afterAll(async () => {
  await beside.close();
  await server.close();
});
beforeEach(async () => {
  for (const close of open.splice(0)) await close();
  room = await openRoom(server);
});

/** One more tab of a person, at either process. */
async function tab(where: TestServer = server, token = room.reader.api.token as string): Promise<Bell> {
  const socket = openSocket(where.url, token);
  const bell = new Bell(socket);
  open.push(async () => {
    bell.stop();
    await socket.close();
  });
  await expect.poll(() => bell.unread).not.toBeNull();
  return bell;
}

const soon = { timeout: 5_000, interval: 10 };

describe('notices, live', () => {
  it('begin with how many are unread', async () => {
    await room.mention();
    await room.mention();
    expect((await tab()).unread).toBe(2);
  });

  it('come to every tab in every process, and nobody else', async () => {
    const [here, there] = [await tab(), await tab(beside)];
    const other = await room.person();
    const stranger = await tab(server, other.api.token as string);
    const message = await room.mention();
    for (const bell of [here, there]) {
      await expect.poll(() => bell.unread, soon).toBe(1);
      expect(bell.came).toMatchObject([
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
    for (const bell of [here, there]) {
      await expect.poll(() => bell.unread, soon).toBe(1);
      expect(bell.read).toEqual([[newest?.id]]);
    }
    await room.reader.api.trpc.notice.read.mutate({ all: true });
    for (const bell of [here, there]) {
      await expect.poll(() => bell.unread, soon).toBe(0);
      expect(bell.read.at(-1)).toBe('all');
    }
  });

  it('are read by reading their channel', async () => {
    const bell = await tab(beside);
    await room.mention();
    await expect.poll(() => bell.unread, soon).toBe(1);
    await room.reader.api.trpc.channel.markRead.mutate({ channelId: room.channelId });
    await expect.poll(() => bell.unread, soon).toBe(0);
    expect(bell.read).toEqual([[bell.came[0]?.id]]);
  });

  it('end with the right count when they come and are read at the same time', async () => {
    const bell = await tab();
    await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        await room.mention();
        if (i % 3 === 0) await room.reader.api.trpc.notice.read.mutate({ all: true });
      }),
    );
    await expect.poll(() => new Set(bell.came.map(({ id }) => id)).size, soon).toBe(60);
    const { unread } = await noticesOf(room.reader.api);
    await expect.poll(() => bell.unread, soon).toBe(unread);
  });

  it('that one may not see any more leave the count', async () => {
    await makeGrant(server.db, {
      targetId: room.channelId,
      teamId: room.teamId,
      userId: room.owner.id,
      level: 4,
    });
    const bell = await tab();
    await room.mention();
    await expect.poll(() => bell.unread, soon).toBe(1);
    await room.api.trpc.channel.remove.mutate({ channelId: room.channelId });
    await expect.poll(() => bell.unread, soon).toBe(0);
  });
});
