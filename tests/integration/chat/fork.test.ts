import { makeMessage } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused } from '../workspace/team.ts';
import { useGroupChat } from './group-chat.ts';

const server = useTalkingServer();
const chat = useGroupChat(server);

const pathOf = async (channelId: string) =>
  (await chat.api.trpc.message.list.query({ channelId, limit: 100 })).list;

describe('channel.fork', () => {
  it('copies the path up to the message, with writers, times and models, and is independent', async () => {
    const { api, channelId, live } = chat;
    const bo = await chat.join('Bo');
    await bo.api.trpc.message.send.mutate({ channelId, text: '[[say one]] first' });
    await live.untilSettled();
    await api.trpc.message.send.mutate({ channelId, text: '[[say two]] second' });
    await live.untilSettled();
    const source = await pathOf(channelId);
    const until = source[2]?.id as string;
    const fork = await api.trpc.channel.fork.mutate({ channelId, messageId: until });
    expect(fork).toMatchObject({ parentId: channelId, kind: 'chat', name: 'Named (fork)', unread: 0 });
    const copy = await pathOf(fork.id);
    const gist = ({ parts, author, assistant, createdAt, model, status }: (typeof copy)[number]) => ({
      text: textOf(parts),
      ...{ author, assistant, createdAt, model, status },
    });
    expect(copy.map(gist)).toEqual(source.slice(0, 3).map(gist));
    expect(copy.map(({ parentId }) => parentId)).toEqual([null, copy[0]?.id, copy[1]?.id]);
    expect(new Set([...copy, ...source].map(({ id }) => id)).size).toBe(7);
    expect(copy.map(({ siblings }) => siblings)).toEqual(copy.map(({ id }) => [id]));
    const sent = await api.trpc.message.send.mutate({ channelId: fork.id, text: '[[say three]] on' });
    expect(sent.messages[0]?.parentId).toBe(copy[2]?.id);
    expect((await pathOf(channelId)).length).toBe(4);
    await api.trpc.message.stop.mutate({ channelId: fork.id });
  });

  it('is marked once, however often a copy is copied, and keeps its mark on a long name', async () => {
    const { api, channelId, owner } = chat;
    const { id: messageId } = await makeMessage(server.db, { channelId, authorId: owner.id, text: 'first' });
    const first = await api.trpc.channel.fork.mutate({ channelId, messageId });
    const copied = (await pathOf(first.id))[0]?.id as string;
    const second = await api.trpc.channel.fork.mutate({ channelId: first.id, messageId: copied });
    expect(second.name).toBe('Named (fork)');
    await api.trpc.channel.update.mutate({ channelId, name: `${'x'.repeat(72)}😀` });
    const long = await api.trpc.channel.fork.mutate({ channelId, messageId });
    expect(long.name).toBe(`${'x'.repeat(72)} (fork)`);
  });

  it('omits a running answer and messages off the path', async () => {
    const { api, channelId, live } = chat;
    await api.trpc.message.send.mutate({ channelId, text: '[[say a]] old' });
    await live.untilSettled();
    await api.trpc.message.edit.mutate({
      channelId,
      messageId: live.list[0]?.id as string,
      text: '[[tokens 3000]] [[delay 3]] new',
    });
    await live.until(({ list }) => list.at(-1)?.status === 'running', 'the new answer');
    const messageId = live.list.at(-1)?.id as string;
    const fork = await api.trpc.channel.fork.mutate({ channelId, messageId, name: 'Mine' });
    expect(fork.name).toBe('Mine');
    expect((await pathOf(fork.id)).map(({ parts }) => textOf(parts))).toEqual([
      '[[tokens 3000]] [[delay 3]] new',
    ]);
    await api.trpc.message.stop.mutate({ channelId });
  });

  it('keeps the numbers of messages, which a summary refers to', async () => {
    const { api, channelId, owner } = chat;
    const texts = ['one', 'left', 'three', 'four'];
    const made = [];
    for (const text of texts)
      made.push(await makeMessage(server.db, { channelId, authorId: owner.id, text }));
    const [, left, third, fourth] = made;
    await server.db
      .updateTable('message')
      .set({ active: false })
      .where('id', '=', left?.id as string)
      .execute();
    const data = { text: 'A summary', untilSeq: third?.seq as number, messageCount: 2 };
    const last = await makeMessage(server.db, { channelId, parts: [{ type: 'data-summary', data }] });
    const fork = await api.trpc.channel.fork.mutate({ channelId, messageId: last.id });
    const copy = await pathOf(fork.id);
    const places = [made[0], third, fourth, last].map((each) => each?.seq);
    expect(copy.map(({ seq }) => seq)).toEqual(places);
    expect(copy.at(-1)?.parts).toEqual([{ type: 'data-summary', data }]);
    const sent = await api.trpc.message.send.mutate({ channelId: fork.id, text: '[[say on]]' });
    expect(sent.messages[0]?.seq).toBeGreaterThan(last.seq);
    expect(fork.unread).toBe(0);
    await api.trpc.message.stop.mutate({ channelId: fork.id });
  });

  it('gives the copy its own file rows, for readers of the old channel alone', async () => {
    const { api, channelId, team, owner } = chat;
    const file = (values: { channelId: string | null }) =>
      server.db
        .insertInto('file')
        .values({
          ...{ teamId: team.id, uploaderId: owner.id, appId: null, ...values },
          ...{
            name: 'a.txt',
            mediaType: 'text/plain',
            size: 3,
            hash: 'a'.repeat(64),
            width: null,
            height: null,
          },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    const own = await file({ channelId });
    const foreign = await file({ channelId: null });
    const part = (id: string) => ({
      type: 'file' as const,
      mediaType: 'text/plain',
      url: `/api/files/${id}/content`,
      filename: 'a.txt',
    });
    const message = await makeMessage(server.db, {
      channelId,
      authorId: owner.id,
      parts: [part(own.id), { type: 'text', text: 'Look' }, part(foreign.id)],
    });
    const fork = await api.trpc.channel.fork.mutate({ channelId, messageId: message.id });
    const [copy] = await pathOf(fork.id);
    const rows = await server.db.selectFrom('file').selectAll().where('channelId', '=', fork.id).execute();
    expect(rows).toMatchObject([{ hash: 'a'.repeat(64), uploaderId: owner.id, name: 'a.txt' }]);
    expect(copy?.parts.map((each) => (each.type === 'file' ? each.url : each.type))).toEqual([
      `/api/files/${rows[0]?.id}/content`,
      'text',
      `/api/files/${foreign.id}/content`,
    ]);
  });

  it('with one key happens once', async () => {
    const { api, channelId, owner } = chat;
    const { id: messageId } = await makeMessage(server.db, { channelId, authorId: owner.id });
    const clientKey = crypto.randomUUID();
    const forks = await Promise.all(
      [1, 2, 3].map(() => api.trpc.channel.fork.mutate({ channelId, messageId, clientKey })),
    );
    expect(new Set(forks.map(({ id }) => id)).size).toBe(1);
    expect((await pathOf(forks[0]?.id as string)).length).toBe(1);
  });

  it('copies a long path in one go', async () => {
    const { api, channelId, owner } = chat;
    let last = '';
    for (let i = 0; i < 150; i++)
      last = (await makeMessage(server.db, { channelId, authorId: owner.id, text: `m${i}` })).id;
    const fork = await api.trpc.channel.fork.mutate({ channelId, messageId: last });
    const history = await api.get(`/api/channel/${fork.id}/history`);
    expect(history.data).toMatchObject({ pagination: { total: 150 } });
  });

  it('requires edit on the channel and a message on its path', async () => {
    const { api, channelId, owner } = chat;
    const secret = await chat.privateChannel();
    const foreign = await makeMessage(server.db, { channelId: secret.id, authorId: owner.id });
    await expectRefused(api.trpc.channel.fork.mutate({ channelId, messageId: foreign.id }), 'notFound');
    const message = await makeMessage(server.db, { channelId, authorId: owner.id });
    const viewer = await chat.join('Vi', { role: 'guest', grant: 'comment' });
    const call = { channelId, messageId: message.id };
    await expectRefused(viewer.api.trpc.channel.fork.mutate(call), 'forbidden');
    const stranger = await chat.join('St', { role: 'guest' });
    await expectRefused(stranger.api.trpc.channel.fork.mutate(call), 'notFound');
    const children = await server.db
      .selectFrom('channel')
      .select('id')
      .where('parentId', '=', channelId)
      .execute();
    expect(children).toEqual([]);
  });
});
