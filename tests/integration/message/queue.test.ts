import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BusMessage, topics } from '@tandem/api/core/live/bus';
import { makeChannel, makeMessage } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../workspace/team.ts';
import { useConversation, useTalkingServer } from './conversation.ts';

const server = useTalkingServer();
const talk = useConversation(server);

/** Starts a long answer, so that later messages must wait. */
async function occupy(tokens = 5_000): Promise<void> {
  const { channelId, live, api } = talk;
  await api.trpc.message.send.mutate({ channelId, text: `[[tokens ${tokens}]] [[delay 3]] Long` });
  await live.until(({ list }) => list.length === 2, 'the long answer');
}

const wait = (text: string, api = talk.api, steer = false) =>
  api.trpc.message.send.mutate({ channelId: talk.channelId, text, steer });

describe('messages sent during an answer', () => {
  it('are queued, visible to all, and answered in order', async () => {
    const { live } = talk;
    await occupy(150);
    const queued = await Promise.all(['[[say 1]] one', '[[say 2]] two'].map((text) => wait(text)));
    expect(queued.every(({ messageId, queuedId }) => messageId === null && queuedId !== null)).toBe(true);
    await wait('[[say 3]] three');
    await live.until(({ queue }) => queue.length === 3, 'three waiting');
    const order = live.queue.map(({ text }) => text);
    await live.until(({ list }) => list.length === 8 && list[7]?.status === 'done', 'all answers');
    expect(live.texts.filter((_, index) => index % 2 === 0).slice(1)).toEqual(order);
    expect(live.queue).toEqual([]);
    expect(live.breaches).toEqual([]);
    expect((await talk.api.trpc.message.list.query({ channelId: talk.channelId })).list).toEqual(live.list);
  });

  it('can be edited and withdrawn by their author until then', async () => {
    const { live, channelId, api } = talk;
    await occupy();
    const { queuedId: first } = await wait('[[say 1]] one');
    const { queuedId: second } = await wait('[[say 2]] two');
    await api.trpc.message.editQueued.mutate({
      channelId,
      queuedId: first as string,
      text: '[[say 11]] better',
    });
    const change = await api.trpc.message.removeQueued.mutate({ channelId, queuedId: second as string });
    expect(change.queue.map(({ text }) => text)).toEqual(['[[say 11]] better']);
    await live.until(({ queue }) => queue.length === 1 && queue[0]?.text === '[[say 11]] better');
    await api.trpc.message.stop.mutate({ channelId });
    await live.until(({ list }) => list.length === 4 && list[3]?.status === 'done');
    expect(live.texts.slice(2)).toEqual(['[[say 11]] better', '11']);
    await expectRefused(
      api.trpc.message.editQueued.mutate({ channelId, queuedId: first as string, text: 'late' }),
      'notFound',
    );
  });

  it('cannot be edited by others; managers of the channel may remove them', async () => {
    const { channelId, api } = talk;
    const { api: colleague } = await talk.person();
    await occupy();
    const { queuedId: mine } = await wait('mine');
    const { queuedId: theirs } = await wait('theirs', colleague);
    const [own, other] = [mine as string, theirs as string];
    const calls = colleague.trpc.message;
    await expectRefused(calls.editQueued.mutate({ channelId, queuedId: own, text: 'x' }), 'notAuthor');
    await expectRefused(calls.removeQueued.mutate({ channelId, queuedId: own }), 'notAuthor');
    await expectRefused(
      api.trpc.message.editQueued.mutate({ channelId, queuedId: other, text: 'x' }),
      'notAuthor',
    );
    const change = await api.trpc.message.removeQueued.mutate({ channelId, queuedId: other });
    expect(change.queue.map(({ id }) => id)).toEqual([own]);
    await api.trpc.message.removeQueued.mutate({ channelId, queuedId: own });
    await api.trpc.message.stop.mutate({ channelId });
    await talk.live.untilSettled();
  });

  it('that steer stop the running answer and come next', async () => {
    const { live } = talk;
    await occupy();
    await wait('[[say later]] waits');
    await wait('[[say now]] steers', talk.api, true);
    await live.until(({ list }) => list.length === 6 && list[5]?.status === 'done', 'both');
    expect(live.list[1]?.status).toBe('stopped');
    expect(live.texts.slice(2)).toEqual(['[[say now]] steers', 'now', '[[say later]] waits', 'later']);
    expect(live.breaches).toEqual([]);
  });

  it('are answered even when the stop of the previous answer arrives late', async () => {
    const { live } = talk;
    await occupy();
    const { bus } = server.platform;
    const { publish } = bus;
    const late: (() => void)[] = [];
    bus.publish = (topic, message) => {
      if (message.type === 'turn.stop') late.push(() => publish.call(bus, topic, message));
      else publish.call(bus, topic, message);
    };
    await wait('[[tokens 100]] [[delay 10]] steers', talk.api, true);
    await live.until(({ list }) => list.length === 4 && list[3]?.status === 'running', 'its answer');
    bus.publish = publish;
    for (const deliver of late) deliver();
    await live.untilSettled();
    expect(live.list.map(({ status }) => status)).toEqual(['done', 'stopped', 'done', 'done']);
  });

  it('block nobody when their key was used elsewhere meanwhile', async () => {
    const { live, channelId, api } = talk;
    const { api: colleague } = await talk.person();
    const other = await makeChannel(server.db, { appId: talk.app.id, creatorId: talk.owner.id });
    const question = await makeMessage(server.db, {
      channelId: other.id,
      authorId: talk.owner.id,
      text: 'Old',
    });
    await occupy();
    const clientKey = randomUUID();
    await api.trpc.message.send.mutate({ channelId, text: '[[say 1]] one', clientKey });
    await wait('[[say 2]] two', colleague);
    await api.trpc.message.edit
      .mutate({ channelId: other.id, messageId: question.id, text: 'New', clientKey })
      .catch(() => {});
    await api.trpc.message.stop.mutate({ channelId });
    await live.until(({ list }) => list.length === 6 && list[5]?.status === 'done', 'both answers');
    expect(live.texts.slice(2)).toEqual(['[[say 1]] one', '1', '[[say 2]] two', '2']);
  });

  it('are at most 50', async () => {
    await occupy();
    for (let index = 0; index < 50; index++) await wait(`${index}`);
    await expectRefused(wait('one too many'), 'queueFull');
    await server.db.deleteFrom('queued_message').where('channelId', '=', talk.channelId).execute();
    await talk.api.trpc.message.stop.mutate({ channelId: talk.channelId });
    await talk.live.untilSettled();
  });

  it('are dropped when their author lost access meanwhile', async () => {
    const { live, channelId, api, team } = talk;
    const { api: colleague, user } = await talk.person();
    await occupy();
    await wait('from one who leaves', colleague);
    await wait('[[say stays]] from one who stays');
    await server.db
      .updateTable('member')
      .set({ suspendedAt: new Date() })
      .where('teamId', '=', team.id)
      .where('userId', '=', user.id)
      .execute();
    const news: BusMessage[] = [];
    const stopListening = server.platform.bus.subscribe(topics.team(team.id), (message) =>
      news.push(message),
    );
    await api.trpc.message.stop.mutate({ channelId });
    await live.until(({ list }) => list.length === 4 && list[3]?.status === 'done');
    expect(live.texts.slice(2)).toEqual(['[[say stays]] from one who stays', 'stays']);
    await live.until(({ queue }) => queue.length === 0);
    stopListening();
    expect(news.filter(({ type }) => type === 'activity')).toEqual([{ type: 'activity', channelId }]);
  });

  it('survive their channel’s time in the bin, and continue by themselves after it', async () => {
    const { channelId, api, owner, app } = talk;
    const parent = await makeChannel(server.db, { appId: app.id, creatorId: owner.id });
    await server.db.updateTable('channel').set({ parentId: parent.id }).where('id', '=', channelId).execute();
    await occupy();
    await wait('[[say 1]] one');
    await wait('[[say 2]] two');
    await api.trpc.channel.remove.mutate({ channelId: parent.id });
    const turns = () =>
      server.db.selectFrom('turn').select('status').where('channelId', '=', channelId).execute();
    await expect.poll(turns).toEqual([{ status: 'stopped' }]);
    // Longer than it takes to look for what was left behind.
    await sleep(5_500);
    const waiting = await server.db
      .selectFrom('queued_message')
      .select('text')
      .where('channelId', '=', channelId)
      .execute();
    expect(waiting).toHaveLength(2);
    await api.trpc.channel.restore.mutate({ channelId: parent.id });
    const texts = async () =>
      (await api.trpc.message.list.query({ channelId })).list.slice(2).map(({ parts }) => textOf(parts));
    await expect.poll(texts, { timeout: 10_000 }).toEqual(['[[say 1]] one', '1', '[[say 2]] two', '2']);
  });

  it('left by a stopped server are taken over by the next sweep', async () => {
    const { live, channelId, owner, team } = talk;
    await server.db
      .insertInto('queued_message')
      .values({
        channelId,
        teamId: team.id,
        authorId: owner.id,
        text: '[[say found]] Forgotten',
        modelId: null,
        clientKey: null,
      })
      .execute();
    await live.until(({ list }) => list.length === 2 && list[1]?.status === 'done', 'the forgotten one');
    expect(live.texts[1]).toBe('found');
  });
});
