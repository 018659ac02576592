import { makeGrant } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, useServer, useServerBeside } from '../harness/server.ts';
import { openSocket } from '../live/follower.ts';
import { type GroupChat, NoticeFollower, noticesOf, openGroupChat } from './fixture.ts';

const server = useServer();
const beside = useServerBeside(server);
/** Another process over the same database. */
let chat: GroupChat;
const open: (() => Promise<void>)[] = [];

beforeEach(async () => {
  for (const close of open.splice(0)) await close();
  chat = await openGroupChat(server);
});

/** One more tab of a person, at either process. */
async function tab(
  where: TestServer = server,
  token = chat.reader.api.token as string,
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
    await chat.mention();
    await chat.mention();
    expect((await tab()).unread).toBe(2);
  });

  it('reach every tab in every process, and nobody else', async () => {
    const [here, there] = [await tab(), await tab(beside)];
    const other = await chat.person();
    const stranger = await tab(server, other.api.token as string);
    const message = await chat.mention();
    for (const follower of [here, there]) {
      await expect.poll(() => follower.unread, soon).toBe(1);
      expect(follower.came).toMatchObject([
        { kind: 'mention', messageId: message.id, excerpt: '@A member look', channel: { name: 'Talk' } },
      ]);
    }
    expect(stranger).toMatchObject({ unread: 0, came: [] });
  });

  it('read in one tab are read in all', async () => {
    await chat.mention();
    await chat.mention();
    const [here, there] = [await tab(), await tab(beside)];
    const [newest] = (await noticesOf(chat.reader.api)).list;
    await chat.reader.api.trpc.notice.read.mutate({ ids: [newest?.id as string] });
    for (const follower of [here, there]) {
      await expect.poll(() => follower.unread, soon).toBe(1);
      expect(follower.read).toEqual([[newest?.id]]);
    }
    await chat.reader.api.trpc.notice.read.mutate({ all: true });
    for (const follower of [here, there]) {
      await expect.poll(() => follower.unread, soon).toBe(0);
      expect(follower.read.at(-1)).toBe('all');
    }
  });

  it('are read by reading their channel', async () => {
    const follower = await tab(beside);
    await chat.mention();
    await expect.poll(() => follower.unread, soon).toBe(1);
    await chat.reader.api.trpc.channel.markRead.mutate({ channelId: chat.channelId });
    await expect.poll(() => follower.unread, soon).toBe(0);
    expect(follower.read).toEqual([[follower.came[0]?.id]]);
  });

  it('end with the right count when they arrive and are read at the same time', async () => {
    const follower = await tab();
    await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        await chat.mention();
        if (i % 3 === 0) await chat.reader.api.trpc.notice.read.mutate({ all: true });
      }),
    );
    await expect.poll(() => new Set(follower.came.map(({ id }) => id)).size, soon).toBe(60);
    const { unread } = await noticesOf(chat.reader.api);
    await expect.poll(() => follower.unread, soon).toBe(unread);
  });

  it('that one may no longer see leave the count', async () => {
    await makeGrant(server.db, {
      targetId: chat.channelId,
      teamId: chat.teamId,
      userId: chat.owner.id,
      level: 4,
    });
    const follower = await tab();
    await chat.mention();
    await expect.poll(() => follower.unread, soon).toBe(1);
    await chat.api.trpc.channel.remove.mutate({ channelId: chat.channelId });
    await expect.poll(() => follower.unread, soon).toBe(0);
  });
});
