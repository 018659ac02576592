import { makeApp, makeChannel, makeGrant, makeMember } from '@tandem/db/testing/factories/index';
import { beforeEach, describe, expect, it } from 'vitest';
import { useServer } from '../harness/server.ts';
import { expectRefused } from '../workspace/team.ts';
import { type GroupChat, noticesOf, openGroupChat, tell } from './fixture.ts';

const server = useServer();
let chat: GroupChat;

beforeEach(async () => {
  chat = await openGroupChat(server);
});

const mine = () => noticesOf(chat.reader.api);
const share = (target: { appId?: string; channelId?: string }, userId = chat.reader.user.id) =>
  tell(server, { kind: 'share', userId, teamId: chat.teamId, actorId: chat.owner.id, ...target });

describe('the list of notifications', () => {
  it('says who did what where, in all teams, newest first', async () => {
    const message = await chat.mention();
    const other = await openGroupChat(server);
    await makeMember(server.db, { teamId: other.teamId, userId: chat.reader.user.id });
    await tell(server, {
      kind: 'share',
      userId: chat.reader.user.id,
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
        team: { id: chat.teamId },
        app: { id: chat.app.id, name: chat.app.name },
        channel: { id: chat.channelId, name: 'Talk' },
        messageId: message.id,
        excerpt: '@A member look',
      },
    ]);
  });

  it('is paged without a gap, even with equal times', async () => {
    for (let i = 0; i < 7; i++) await chat.mention();
    const moment = new Date();
    await server.db
      .updateTable('notice')
      .set({ createdAt: moment })
      .where('teamId', '=', chat.teamId)
      .execute();
    const seen: string[] = [];
    let page = await chat.reader.api.trpc.notice.list.query({ limit: 3 });
    for (let pages = 1; ; pages++) {
      seen.push(...page.list.map(({ id }) => id));
      expect(page.unread).toBe(7);
      const last = page.list.at(-1);
      if (!page.hasMore || !last) break;
      expect(pages).toBeLessThan(4);
      page = await chat.reader.api.trpc.notice.list.query({
        limit: 3,
        before: { createdAt: last.createdAt, id: last.id },
      });
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  it('cuts a line around the name', async () => {
    await chat.mention(`${'before '.repeat(40)}\n@A member ${'after '.repeat(60)}`);
    const [notice] = (await mine()).list;
    expect(notice?.excerpt).toMatch(/^… before before .*@A member after .*…$/);
    expect(notice?.excerpt.length).toBeLessThanOrEqual(160);
  });

  it('leaves the numbers of citations out', async () => {
    await chat.mention('@A member see [1](#citation=1)[2](#citation=2), please');
    const [notice] = (await mine()).list;
    expect(notice?.excerpt).toBe('@A member see, please');
  });

  it('shows only unread ones when requested', async () => {
    await chat.mention();
    const [first] = (await mine()).list;
    await chat.reader.api.trpc.notice.read.mutate({ ids: [first?.id as string] });
    const message = await chat.mention();
    const { list } = await noticesOf(chat.reader.api, { unreadOnly: true });
    expect(list.map(({ messageId }) => messageId)).toEqual([message.id]);
    expect((await mine()).list).toHaveLength(2);
  });

  it('counts to a hundred', async () => {
    const notice = { kind: 'turn' as const, userId: chat.reader.user.id, teamId: chat.teamId };
    await tell(server, ...Array.from({ length: 105 }, () => ({ ...notice, channelId: chat.channelId })));
    expect((await mine()).unread).toBe(100);
  });

  it('omits one’s own actions, and shows only the newest entry of a share', async () => {
    await tell(server, {
      kind: 'share',
      userId: chat.owner.id,
      teamId: chat.teamId,
      actorId: chat.owner.id,
      appId: chat.app.id,
    });
    expect((await noticesOf(chat.api)).list).toEqual([]);
    await share({ appId: chat.app.id });
    await share({ channelId: chat.channelId });
    await share({ appId: chat.app.id });
    const { list, unread } = await mine();
    expect(unread).toBe(2);
    expect(list.map(({ channel }) => channel?.name ?? null)).toEqual([null, 'Talk']);
    await chat.reader.api.trpc.notice.read.mutate({ all: true });
    await share({ appId: chat.app.id });
    expect((await mine()).list).toHaveLength(3);
  });

  it('refuses invalid requests', async () => {
    const { notice } = chat.reader.api.trpc;
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
    const { id: channelId } = await makeChannel(server.db, { appId: chat.app.id, creatorId: chat.owner.id });
    await share({ channelId });
    const message = await chat.mention();
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
      teamId: chat.teamId,
      userId: chat.reader.user.id,
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
    await chat.mention();
    await share({ appId: chat.app.id });
    const other = await openGroupChat(server);
    await makeMember(server.db, { teamId: other.teamId, userId: chat.reader.user.id });
    const membership = server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('teamId', '=', chat.teamId)
      .where('userId', '=', chat.reader.user.id);
    await membership.execute();
    expect(await mine()).toMatchObject({ unread: 0, list: [] });
    await server.db
      .deleteFrom('member')
      .where('teamId', '=', chat.teamId)
      .where('userId', '=', chat.reader.user.id)
      .execute();
    expect(await mine()).toMatchObject({ unread: 0, list: [] });
  });

  it('include, for guests, everything not shared with them; the app of a shared channel is unnamed', async () => {
    const guest = await chat.person('guest');
    await share({ channelId: chat.channelId }, guest.user.id);
    const app = await makeApp(server.db, {
      teamId: chat.teamId,
      spaceId: chat.space.id,
      creatorId: chat.owner.id,
    });
    await share({ appId: app.id }, guest.user.id);
    expect((await noticesOf(guest.api)).list).toEqual([]);
    await makeGrant(server.db, {
      targetId: chat.channelId,
      teamId: chat.teamId,
      userId: guest.user.id,
      level: 1,
    });
    expect((await noticesOf(guest.api)).list).toMatchObject([
      { channel: { name: 'Talk' }, app: { id: chat.app.id, name: '' } },
    ]);
  });
});

describe('reading', () => {
  it('affects one’s own notifications only', async () => {
    await chat.mention();
    const colleague = await chat.person();
    const [notice] = (await mine()).list;
    await colleague.api.trpc.notice.read.mutate({ ids: [notice?.id as string] });
    expect((await mine()).unread).toBe(1);
    expect(await chat.reader.api.trpc.notice.read.mutate({ ids: [notice?.id as string] })).toEqual({
      unread: 0,
    });
    expect((await mine()).list[0]?.readAt).toBeInstanceOf(Date);
  });

  it('happens once, however often it is reported at the same time', async () => {
    for (let i = 0; i < 5; i++) await chat.mention();
    const ids = (await mine()).list.map(({ id }) => id);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        chat.reader.api.post('/api/notice.read', { json: i % 2 ? { all: true } : { ids } }),
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
    const first = await chat.mention();
    await chat.mention();
    const elsewhere = await makeChannel(server.db, {
      appId: chat.app.id,
      creatorId: chat.owner.id,
      name: 'Else',
    });
    await share({ channelId: elsewhere.id });
    await share({ channelId: chat.channelId });
    await share({ appId: chat.app.id });
    const left = async () =>
      (await noticesOf(chat.reader.api, { unreadOnly: true })).list.map(({ kind, channel }) => [
        kind,
        channel?.name,
      ]);
    expect(await left()).toHaveLength(5);
    await chat.reader.api.trpc.channel.markRead.mutate({ channelId: chat.channelId, seq: first.seq });
    expect(await left()).toEqual([
      ['share', 'Else'],
      ['mention', 'Talk'],
    ]);
    await chat.reader.api.trpc.channel.markRead.mutate({ channelId: chat.channelId });
    expect(await left()).toEqual([['share', 'Else']]);
  });
});
