import { makeChannel, makeMessage } from '@tandem/db/testing/factories/index';
import type { MeLiveEvent } from '@tandem/shared/live/events';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { apiFor } from '../../running/api.ts';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { useGroupChat } from './group-chat.ts';

const server = useTalkingServer();
const chat = useGroupChat(server);

describe('channel.pin', () => {
  it('is each reader’s own, announced to their tabs, and idempotent', async () => {
    const { api, channelId, socket } = chat;
    const bo = await chat.join('Bo');
    const told: MeLiveEvent[] = [];
    const heard = Promise.withResolvers<void>();
    const subscription = socket.trpc.live.me.subscribe(undefined, {
      onData: ({ data }) => {
        told.push(data);
        if (data.type === 'pin') heard.resolve();
      },
      onStarted: () => void api.trpc.channel.pin.mutate({ channelId, pinned: true }),
    });
    await heard.promise;
    subscription.unsubscribe();
    expect(told.find(({ type }) => type === 'pin')).toEqual({ type: 'pin', channelId, pinned: true });
    expect((await api.trpc.channel.pin.mutate({ channelId, pinned: true })).pinned).toBe(true);
    expect((await bo.api.trpc.channel.get.query({ channelId })).pinned).toBe(false);
    const [listed] = await api.trpc.channel.list.query({ appId: chat.app.id });
    expect(listed?.pinned).toBe(true);
    expect((await api.trpc.channel.pin.mutate({ channelId, pinned: false })).pinned).toBe(false);
    const stranger = await chat.join('St', { role: 'guest' });
    await expectRefused(stranger.api.trpc.channel.pin.mutate({ channelId, pinned: true }), 'notFound');
  });
});

describe('channel.markUnread', () => {
  it('counts from the message on, even after all was read, and shows where reading ended', async () => {
    const { api, channelId, owner } = chat;
    const bo = await chat.join('Bo');
    const ids: string[] = [];
    for (let i = 0; i < 4; i++)
      ids.push((await makeMessage(server.db, { channelId, authorId: bo.id, text: `m${i}` })).id);
    await makeMessage(server.db, { channelId, authorId: owner.id });
    expect(await api.trpc.channel.markRead.mutate({ channelId })).toEqual({ unread: 0 });
    expect((await api.trpc.message.list.query({ channelId })).lastReadSeq).toBe(5);
    const marked = await api.trpc.channel.markUnread.mutate({ channelId, messageId: ids[2] as string });
    expect(marked).toEqual({ unread: 2, lastReadSeq: 2 });
    expect((await api.trpc.message.list.query({ channelId })).lastReadSeq).toBe(2);
    expect((await bo.api.trpc.message.list.query({ channelId })).lastReadSeq).toBeNull();
  });

  it('refuses a message of another channel', async () => {
    const { api, channelId, owner } = chat;
    const other = await chat.privateChannel();
    const { id: messageId } = await makeMessage(server.db, { channelId: other.id, authorId: owner.id });
    await expectRefused(api.trpc.channel.markUnread.mutate({ channelId, messageId }), 'notFound');
  });
});

describe('the archive', () => {
  it.each(['archivedAt', 'deletedAt'] as const)(
    'refuses changes that were judged before its %s',
    async (mark) => {
      const { api, channelId } = chat;
      const { sent } = await server.db.transaction().execute(async (tx) => {
        await tx
          .updateTable('channel')
          .set({ [mark]: new Date() })
          .where('id', '=', channelId)
          .execute();
        // Let in by what is committed, it waits for the channel's row.
        const waits = api.trpc.message.send
          .mutate({ channelId, text: 'Still here' })
          .catch(({ data }) => data.key);
        await vi.waitFor(async () => {
          const { rows } = await sql`
          select from "pg_stat_activity" where "datname" = current_database() and "wait_event_type" = 'Lock'`.execute(
            server.db,
          );
          expect(rows.length).toBeGreaterThan(0);
        }, 10_000);
        return { sent: waits };
      });
      expect(await sent).toBe(mark === 'archivedAt' ? 'archived' : 'notFound');
    },
  );

  it('takes a channel with its children, refuses writes, and restores it', async () => {
    const { api, channelId, app, owner } = chat;
    const child = await makeChannel(server.db, { appId: app.id, creatorId: owner.id, parentId: channelId });
    const message = await makeMessage(server.db, { channelId, authorId: owner.id });
    const archived = await api.trpc.channel.archive.mutate({ channelId });
    expect(archived.map(({ id }) => id).sort()).toEqual([channelId, child.id].sort());
    expect(archived[0]?.archivedAt).toBeInstanceOf(Date);
    expect(archived[0]?.abilities).toEqual({
      ...{ comment: false, send: false, ask: false, edit: false, manage: true },
    });
    const target = { channelId, messageId: message.id };
    const refused = [
      api.trpc.message.send.mutate({ channelId, text: 'x' }),
      api.trpc.message.edit.mutate({ ...target, text: 'x' }),
      api.trpc.message.react.mutate({ ...target, emoji: '👍', on: true }),
      api.trpc.channel.update.mutate({ channelId, name: 'Other' }),
      api.trpc.channel.create.mutate({ appId: app.id, parentId: channelId }),
      api.trpc.channel.fork.mutate(target),
      api.trpc.message.send.mutate({ channelId: child.id, text: 'x' }),
    ];
    await Promise.all(refused.map((call) => expectRefused(call, 'archived')));
    expect((await api.trpc.message.list.query({ channelId })).list.length).toBe(1);
    const recent = (await api.get('/api/home/recent')).data as { id: string }[];
    expect(recent.map(({ id }) => id)).not.toContain(channelId);
    await expectRefused(api.trpc.channel.unarchive.mutate({ channelId: child.id }), 'parentArchived');
    const back = await api.trpc.channel.unarchive.mutate({ channelId });
    expect(back.map(({ archivedAt }) => archivedAt)).toEqual([null, null]);
    expect((await api.trpc.message.send.mutate({ channelId, text: '[[say x]] y' })).messageId).not.toBeNull();
  });

  it('stops the running answer, and queued messages are answered after its return', async () => {
    const { api, channelId, live } = chat;
    await api.trpc.message.send.mutate({ channelId, text: '[[tokens 5000]] [[delay 3]] Long' });
    await api.trpc.message.send.mutate({ channelId, text: '[[say late]] Waiting' });
    await api.trpc.channel.archive.mutate({ channelId });
    await live.until(({ list }) => list[1]?.status === 'stopped', 'the stop');
    expect(live.queue.length).toBe(1);
    await api.trpc.channel.unarchive.mutate({ channelId });
    await live.until(({ list }) => list.length === 4 && list[3]?.status === 'done', 'its answer', 20_000);
  });

  it('requires managing it', async () => {
    const { channelId } = chat;
    const editor = await chat.join('Ed', { role: 'guest', grant: 'edit' });
    await expectRefused(editor.api.trpc.channel.archive.mutate({ channelId }), 'forbidden');
    const stranger = await chat.join('St', { role: 'guest' });
    await expectRefused(stranger.api.trpc.channel.archive.mutate({ channelId }), 'notFound');
  });
});

describe('GET /api/channel/{id}/export', () => {
  it('returns the whole path as Markdown, under a name safe in a header', async () => {
    const { api, channelId, owner } = chat;
    await server.db
      .updateTable('channel')
      .set({ name: 'Plan "A"; 计划/..\\b' })
      .where('id', '=', channelId)
      .execute();
    for (let i = 0; i < 205; i++)
      await makeMessage(server.db, { channelId, authorId: owner.id, text: `Message ${i}` });
    await makeMessage(server.db, { channelId, authorId: owner.id, text: 'Off', active: false });
    const answer = await api.get(`/api/channel/${channelId}/export`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const disposition = answer.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(
      /^attachment; filename="[^"\\/]+\.md"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/,
    );
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toContain('计划');
    expect(answer.text).toContain(`## ${owner.name}`);
    expect(answer.text).toContain('Message 0\n');
    expect(answer.text).toContain('Message 204\n');
    expect(answer.text).not.toContain('Off');
  });

  it('says below an answer what its citations quote', async () => {
    const { api, channelId } = chat;
    const citation = { n: 1, source: { kind: 'source', id: channelId }, name: 'lease.pdf', hash: '' };
    const place = { page: 3, label: 'iii', from: 0, to: 5 };
    const parts = [
      { type: 'data-citation', data: { ...citation, quote: 'no\npets', place } },
      { type: 'data-citation', data: { ...citation, n: 2, quote: 'cats', place: null } },
      { type: 'text', text: 'Neither[1](#citation=1)[2](#citation=2).' },
    ];
    const { id } = await makeMessage(server.db, { channelId, role: 'assistant' });
    await server.db
      .updateTable('message')
      .set({ parts: JSON.stringify(parts) })
      .where('id', '=', id)
      .execute();
    const { text } = await api.get(`/api/channel/${channelId}/export`);
    expect(text).toContain('Neither[1][2].\n');
    expect(text).toContain('- [1] “no pets” — lease.pdf, page iii\n');
    expect(text).toContain('- [2] “cats” — lease.pdf (not found in the source)\n');
  });

  it('returns valid JSON, also of an empty channel, and only to readers', async () => {
    const { api, channelId, owner } = chat;
    const read = async () => (await api.get(`/api/channel/${channelId}/export`, { format: 'json' })).body;
    expect(await read()).toMatchObject({ id: channelId, messages: [] });
    await makeMessage(server.db, {
      channelId,
      authorId: owner.id,
      text: 'Hello',
      clientKey: crypto.randomUUID(),
    });
    const { messages } = (await read()) as { messages: Record<string, unknown>[] };
    expect(messages).toMatchObject([{ role: 'user', writer: owner.name, parts: [{ text: 'Hello' }] }]);
    expect(Object.keys(messages[0] ?? {})).not.toContain('clientKey');
    // A deleted account has no name.
    const bo = await chat.join('');
    await makeMessage(server.db, { channelId, authorId: bo.id, text: 'I was here' });
    expect(((await read()) as { messages: unknown[] }).messages[1]).toMatchObject({ writer: 'Someone' });
    expect((await api.get(`/api/channel/${channelId}/export`)).text).toContain('## Someone\n');
    const path = `/api/channel/${channelId}/export`;
    const stranger = await chat.join('St', { role: 'guest' });
    expect((await stranger.api.get(path)).status).toBe(404);
    expect((await apiFor(server.url).get(path)).status).toBe(401);
    expect((await api.get(path, { format: 'pdf' })).status).toBe(400);
  });
});
