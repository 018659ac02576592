import { makeApp, makeChannel, makeGrant, makeMember } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused } from '../workspace/team.ts';
import { noticesOf, openRoom, type Room, tell } from './fixture.ts';

const server = useServer();
let room: Room;

beforeEach(async () => {
  room = await openRoom(server);
});

const mine = () => noticesOf(room.reader.api);
const share = (target: { appId?: string; channelId?: string }, userId = room.reader.user.id) =>
  tell(server, { kind: 'share', userId, teamId: room.teamId, actorId: room.owner.id, ...target });

describe('the list of notifications', () => {
  it('says who did what where, in all teams, newest first', async () => {
    const message = await room.mention();
    const other = await openRoom(server);
    await makeMember(server.db, { teamId: other.teamId, userId: room.reader.user.id });
    await tell(server, {
      kind: 'share',
      userId: room.reader.user.id,
      teamId: other.teamId,
      actorId: other.owner.id,
      appId: other.app.id,
    });
    const { list, hasMore, unread } = await mine();
    expect({ hasMore, unread }).toEqual({ hasMore: false, unread: 2 });
    expect(list).toMatchObject([
      {
        kind: 'share',
        team: { id: other.teamId, name: other.team.name },
        actor: { id: other.owner.id, name: 'Olive Owner', avatar: '' },
        app: { id: other.app.id, name: other.app.name, type: 'chat' },
        channel: null,
        messageId: null,
        excerpt: '',
        readAt: null,
      },
      {
        kind: 'mention',
        team: { id: room.teamId },
        app: { id: room.app.id, name: room.app.name },
        channel: { id: room.channelId, name: 'Talk' },
        messageId: message.id,
        excerpt: '@A member look',
      },
    ]);
  });

  it('is paged without a gap, even with equal times', async () => {
    for (let i = 0; i < 7; i++) await room.mention();
    const moment = new Date();
    await server.db
      .updateTable('notice')
      .set({ createdAt: moment })
      .where('teamId', '=', room.teamId)
      .execute();
    const seen: string[] = [];
    let page = await room.reader.api.trpc.notice.list.query({ limit: 3 });
    for (let pages = 1; ; pages++) {
      seen.push(...page.list.map(({ id }) => id));
      expect(page.unread).toBe(7);
      const last = page.list.at(-1);
      if (!page.hasMore || !last) break;
      expect(pages).toBeLessThan(4);
      page = await room.reader.api.trpc.notice.list.query({
        limit: 3,
        before: { createdAt: last.createdAt, id: last.id },
      });
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  it('cuts a line around the name', async () => {
    await room.mention(`${'before '.repeat(40)}\n@A member ${'after '.repeat(60)}`);
    const [notice] = (await mine()).list;
    expect(notice?.excerpt).toMatch(/^… before before .*@A member after .*…$/);
    expect(notice?.excerpt.length).toBeLessThanOrEqual(160);
  });

  it('leaves the numbers of citations out', async () => {
    await room.mention('@A member see [1](#citation=1)[2](#citation=2), please');
    const [notice] = (await mine()).list;
    expect(notice?.excerpt).toBe('@A member see, please');
  });

  it('shows only unread ones when requested', async () => {
    await room.mention();
    const [first] = (await mine()).list;
    await room.reader.api.trpc.notice.read.mutate({ ids: [first?.id as string] });
    const message = await room.mention();
    const { list } = await noticesOf(room.reader.api, { unreadOnly: true });
    expect(list.map(({ messageId }) => messageId)).toEqual([message.id]);
    expect((await mine()).list).toHaveLength(2);
  });

  it('counts to a hundred', async () => {
    const notice = { kind: 'turn' as const, userId: room.reader.user.id, teamId: room.teamId };
    await tell(server, ...Array.from({ length: 105 }, () => ({ ...notice, channelId: room.channelId })));
    expect((await mine()).unread).toBe(100);
  });

  it('omits one’s own actions, and shows only the newest entry of a share', async () => {
    await tell(server, {
      kind: 'share',
      userId: room.owner.id,
      teamId: room.teamId,
      actorId: room.owner.id,
      appId: room.app.id,
    });
    expect((await noticesOf(room.api)).list).toEqual([]);
    await share({ appId: room.app.id });
    await share({ channelId: room.channelId });
    await share({ appId: room.app.id });
    const { list, unread } = await mine();
    expect(unread).toBe(2);
    expect(list.map(({ channel }) => channel?.name ?? null)).toEqual([null, 'Talk']);
    await room.reader.api.trpc.notice.read.mutate({ all: true });
    await share({ appId: room.app.id });
    expect((await mine()).list).toHaveLength(3);
  });

  it('refuses invalid requests', async () => {
    const { notice } = room.reader.api.trpc;
    await expectRefused(notice.list.query({ limit: 51 }), 'invalidInput');
    await expectRefused(notice.list.query({ limit: 0 }), 'invalidInput');
    await expectRefused(notice.list.query({ userId: 1 } as never), 'invalidInput');
    for (const moment of ['-029719-04-05T22:13:20.000Z', '+029719-04-05T22:13:20.000Z']) {
      const before = { createdAt: new Date(moment), id: crypto.randomUUID() };
      await expectRefused(notice.list.query({ before }), 'invalidInput');
    }
    await expectRefused(notice.read.mutate({ ids: [] }), 'invalidInput');
    await expectRefused(notice.read.mutate({ all: false } as never), 'invalidInput');
    await expectRefused(server.stranger.trpc.notice.list.query({}), 'unauthorised');
    await expectRefused(server.stranger.trpc.notice.read.mutate({ all: true }), 'unauthorised');
  });
});

describe('notifications about things one may no longer see', () => {
  it('are neither listed nor counted: a channel made private, binned, or a message off the path', async () => {
    const { id: channelId } = await makeChannel(server.db, { appId: room.app.id, creatorId: room.owner.id });
    await share({ channelId });
    const message = await room.mention();
    expect((await mine()).unread).toBe(2);
    await server.db.updateTable('message').set({ active: false }).where('id', '=', message.id).execute();
    expect(await mine()).toMatchObject({ unread: 1, list: [{ kind: 'share' }] });
    await server.db
      .updateTable('channel')
      .set({ visibility: 'private', accessPath: [channelId], teamLevel: 0 })
      .where('id', '=', channelId)
      .execute();
    expect(await mine()).toMatchObject({ unread: 0, list: [] });
    await makeGrant(server.db, {
      targetId: channelId,
      teamId: room.teamId,
      userId: room.reader.user.id,
      level: 1,
    });
    expect((await mine()).unread).toBe(1);
    await server.db
      .updateTable('channel')
      .set({ deletedAt: new Date() })
      .where('id', '=', channelId)
      .execute();
    expect(await mine()).toMatchObject({ unread: 0, list: [] });
  });

  it('include a suspended or former member’s whole team', async () => {
    await room.mention();
    await share({ appId: room.app.id });
    const other = await openRoom(server);
    await makeMember(server.db, { teamId: other.teamId, userId: room.reader.user.id });
    const membership = server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('teamId', '=', room.teamId)
      .where('userId', '=', room.reader.user.id);
    await membership.execute();
    expect(await mine()).toMatchObject({ unread: 0, list: [] });
    await server.db
      .deleteFrom('member')
      .where('teamId', '=', room.teamId)
      .where('userId', '=', room.reader.user.id)
      .execute();
    expect(await mine()).toMatchObject({ unread: 0, list: [] });
  });

  it('include, for guests, everything not shared with them; the app of a shared channel is unnamed', async () => {
    const guest = await room.person('guest');
    await share({ channelId: room.channelId }, guest.user.id);
    const app = await makeApp(server.db, {
      teamId: room.teamId,
      spaceId: room.space.id,
      creatorId: room.owner.id,
    });
    await share({ appId: app.id }, guest.user.id);
    expect((await noticesOf(guest.api)).list).toEqual([]);
    await makeGrant(server.db, {
      targetId: room.channelId,
      teamId: room.teamId,
      userId: guest.user.id,
      level: 1,
    });
    expect((await noticesOf(guest.api)).list).toMatchObject([
      { channel: { name: 'Talk' }, app: { id: room.app.id, name: '' } },
    ]);
  });
});

describe('reading', () => {
  it('affects one’s own notifications only', async () => {
    await room.mention();
    const colleague = await room.person();
    const [notice] = (await mine()).list;
    await colleague.api.trpc.notice.read.mutate({ ids: [notice?.id as string] });
    expect((await mine()).unread).toBe(1);
    expect(await room.reader.api.trpc.notice.read.mutate({ ids: [notice?.id as string] })).toEqual({
      unread: 0,
    });
    expect((await mine()).list[0]?.readAt).toBeInstanceOf(Date);
  });

  it('happens once, however often it is reported at the same time', async () => {
    for (let i = 0; i < 5; i++) await room.mention();
    const ids = (await mine()).list.map(({ id }) => id);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        room.reader.api.post('/api/notice.read', { json: i % 2 ? { all: true } : { ids } }),
      ),
    );
    expect(answers.map(({ body }) => body)).toEqual(
      answers.map(() => ({ result: { data: { json: { unread: 0 } } } })),
    );
    const { list, unread } = await mine();
    expect(unread).toBe(0);
    expect(list.every(({ readAt }) => readAt !== null)).toBe(true);
  });

  it('a channel reads its and its app’s notifications, and mentions as far as one has read', async () => {
    const first = await room.mention();
    await room.mention();
    const elsewhere = await makeChannel(server.db, {
      appId: room.app.id,
      creatorId: room.owner.id,
      name: 'Else',
    });
    await share({ channelId: elsewhere.id });
    await share({ channelId: room.channelId });
    await share({ appId: room.app.id });
    const left = async () =>
      (await noticesOf(room.reader.api, { unreadOnly: true })).list.map(({ kind, channel }) => [
        kind,
        channel?.name,
      ]);
    expect(await left()).toHaveLength(5);
    await room.reader.api.trpc.channel.markRead.mutate({ channelId: room.channelId, seq: first.seq });
    expect(await left()).toEqual([
      ['share', 'Else'],
      ['mention', 'Talk'],
    ]);
    await room.reader.api.trpc.channel.markRead.mutate({ channelId: room.channelId });
    expect(await left()).toEqual([['share', 'Else']]);
  });
});
