import { randomUUID } from 'node:crypto';
import { makeChannel, makeGrant } from '@tandem/db/testing/factories/index';
import { levelRank } from '@tandem/shared/access/permissions';
import { describe, expect, it, vi } from 'vitest';
import { expectRefused } from '../workspace/team.ts';
import { openConversation, useConversation, useTalkingServer } from './conversation.ts';
import { countsIn } from './counts.ts';

const server = useTalkingServer();
const talk = useConversation(server);

const counts = (channelId: string) => countsIn(server.db, channelId);

describe('message.send', () => {
  it('stores the message, returns immediately, and streams the answer', async () => {
    const { channelId, live, api, owner } = talk;
    const sent = await api.trpc.message.send.mutate({ channelId, text: '[[tokens 60]] Hello' });
    expect(sent).toMatchObject({ reset: false, removed: [], queue: [], queuedId: null });
    expect(sent.messages.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'done'],
      ['assistant', 'running'],
    ]);
    expect(sent.messages[0]).toMatchObject({
      id: sent.messageId,
      author: { id: owner.id, name: owner.name },
      abilities: { edit: true, regenerate: false, continue: false },
    });
    await live.untilSettled();
    expect(live.list.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'done'],
      ['assistant', 'done'],
    ]);
    expect(live.breaches).toEqual([]);
    expect(live.events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(1);
    const page = await api.trpc.message.list.query({ channelId });
    expect(page.list).toEqual(live.list);
    expect(page).toMatchObject({ hasMore: false, queue: [], revision: live.revision });
  });

  it('raises the revision at the start and end of a turn, and never between', async () => {
    const { channelId, live, api } = talk;
    await api.trpc.message.send.mutate({ channelId, text: '[[tokens 300]] Hello' });
    await live.untilSettled();
    const revisions = live.events.flatMap((event) => (event.type === 'messages' ? [event.revision] : []));
    expect(new Set(revisions)).toEqual(new Set([0, 1, 2]));
  });

  it('records the turn: tokens, time to the first, and end', async () => {
    const { channelId, live, api } = talk;
    await api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    await live.untilSettled();
    const turn = await server.db
      .selectFrom('turn')
      .selectAll()
      .where('channelId', '=', channelId)
      .executeTakeFirstOrThrow();
    expect(turn).toMatchObject({ status: 'done', epoch: 1, userId: talk.owner.id });
    expect(turn.inputTokens).toBeGreaterThan(0);
    expect(turn.outputTokens).toBeGreaterThan(0);
    expect(turn.firstTokenMs).toBeGreaterThanOrEqual(0);
    expect(turn.endedAt).toBeInstanceOf(Date);
  });

  it('moves the channel to the front of recents', async () => {
    const { channelId, api } = talk;
    const before = await api.trpc.channel.get.query({ channelId });
    await api.trpc.message.send.mutate({ channelId, text: 'Hello' });
    const after = await api.trpc.channel.get.query({ channelId });
    expect(after.activeAt.valueOf()).toBeGreaterThan(before.activeAt.valueOf());
  });

  it('uses the requested model, and no other team’s', async () => {
    const { channelId, live, api } = talk;
    const other = await openConversation(server);
    const foreign = await server.db
      .selectFrom('assistant')
      .select('modelId')
      .where('id', '=', other.assistant.id)
      .executeTakeFirstOrThrow();
    await other.close();
    await expectRefused(
      api.trpc.message.send.mutate({ channelId, text: 'Hello', modelId: foreign.modelId as string }),
      'notFound',
    );
    await expectRefused(
      api.trpc.message.send.mutate({ channelId, text: 'Hello', modelId: randomUUID() }),
      'notFound',
    );
    expect(await counts(channelId)).toEqual({ messages: 0, turns: 0, queued: 0 });
    expect(live.list).toEqual([]);
  });
});

describe('message content', () => {
  it.each([
    ['nothing', ''],
    ['only spaces', ' \n\t '],
    ['only NUL', '\0\0'],
  ])('%s is refused with a sentence', async (_name, text) => {
    const { channelId, api } = talk;
    await expect(api.trpc.message.send.mutate({ channelId, text })).rejects.toMatchObject({
      message: expect.stringContaining('Enter a message first.'),
      data: { httpStatus: 400 },
    });
    expect(await counts(channelId)).toEqual({ messages: 0, turns: 0, queued: 0 });
  });

  it('too long a text is refused', async () => {
    const { channelId, api } = talk;
    await expectRefused(
      api.trpc.message.send.mutate({ channelId, text: 'x'.repeat(100_001) }),
      'invalidInput',
    );
  });

  it.each([
    ['NUL within', 'a\0b', 'ab'],
    ['half a pair', 'a\ud83d', 'a\ufffd'],
    ['signs of four bytes', '😀 \u{2070e}', '😀 \u{2070e}'],
    ['names of prototypes', '__proto__ constructor', '__proto__ constructor'],
  ])('%s is stored as far as possible', async (_name, text, kept) => {
    const { channelId, live, api } = talk;
    await api.trpc.message.send.mutate({ channelId, text });
    await live.untilSettled();
    expect(live.texts[0]).toBe(kept);
  });

  it('unknown keys are refused', async () => {
    const { channelId, api } = talk;
    const answer = await api.post(`/api/channel/${channelId}/message`, { text: 'Hello', role: 'assistant' });
    expect(answer).toMatchObject({ status: 400, code: 40001 });
    expect(await counts(channelId)).toEqual({ messages: 0, turns: 0, queued: 0 });
  });
});

describe('who may send', () => {
  it('a viewer and a commenter may read, not send', async () => {
    const { channelId, team } = talk;
    const { api: guest, user } = await talk.person('guest');
    await expectRefused(guest.trpc.message.send.mutate({ channelId, text: 'Hello' }), 'notFound');
    for (const level of ['view', 'comment'] as const) {
      await makeGrant(server.db, {
        teamId: team.id,
        targetId: channelId,
        userId: user.id,
        level: levelRank[level],
      });
      expect((await guest.trpc.message.list.query({ channelId })).list).toEqual([]);
      await expectRefused(guest.trpc.message.send.mutate({ channelId, text: 'Hello' }), 'forbidden');
      await expectRefused(guest.trpc.message.stop.mutate({ channelId }), 'forbidden');
    }
    expect(await counts(channelId)).toEqual({ messages: 0, turns: 0, queued: 0 });
  });

  it('other teams and strangers may not', async () => {
    const { channelId } = talk;
    const other = await openConversation(server);
    const calls = other.api.trpc.message;
    await expectRefused(calls.send.mutate({ channelId, text: 'Hello' }), 'notFound');
    await expectRefused(calls.list.query({ channelId }), 'notFound');
    await expectRefused(calls.history.query({ channelId }), 'notFound');
    await expectRefused(
      server.stranger.trpc.message.send.mutate({ channelId, text: 'Hello' }),
      'unauthorised',
    );
    await other.close();
    expect(await counts(channelId)).toEqual({ messages: 0, turns: 0, queued: 0 });
  });
});

describe('a conversation over REST alone', () => {
  it('is sent, read and stopped by plain HTTP', async () => {
    const { channelId, api, live } = talk;
    const sent = await api.post(`/api/channel/${channelId}/message`, {
      text: '[[tokens 2000]] [[delay 5]] Go',
    });
    expect(sent).toMatchObject({ status: 200, code: 0 });
    expect(sent.data).toMatchObject({ queuedId: null });
    await live.until(({ texts }) => (texts[1] ?? '').length > 20, 'some words');
    expect(await api.post(`/api/channel/${channelId}/stop`)).toMatchObject({
      status: 200,
      data: { stopping: true },
    });
    await live.untilSettled();
    expect(live.list[1]?.status).toBe('stopped');
    expect(await api.post(`/api/channel/${channelId}/stop`)).toMatchObject({ data: { stopping: false } });
    const history = await api.get(`/api/channel/${channelId}/history`);
    expect(history.data).toMatchObject({
      list: [{ role: 'user' }, { role: 'assistant', status: 'stopped' }],
      pagination: { currentPage: 1, pageSize: 10, total: 2 },
    });
  });

  it('returns the reason of a failed answer, and none for a successful one', async () => {
    const { channelId, api, live } = talk;
    await api.post(`/api/channel/${channelId}/message`, { text: '[[401]] Hello' });
    await live.untilSettled();
    const { data } = await api.get(`/api/channel/${channelId}/history`);
    const [question, answer] = (data as { list: Record<string, unknown>[] }).list;
    expect(question).not.toHaveProperty('error');
    expect(answer).toMatchObject({
      status: 'failed',
      error: { key: 'provider.unauthorised', retryable: false },
    });
    expect(JSON.stringify(answer)).not.toContain('sk-fake');
  });
});

describe('one person’s answers', () => {
  it('are generated twenty at once, and no more until one has ended', async () => {
    const { api, app, owner } = talk;
    const channels = await Promise.all(
      Array.from({ length: 21 }, () => makeChannel(server.db, { appId: app.id, creatorId: owner.id })),
    );
    const send = (index: number) =>
      api.trpc.message.send.mutate({
        channelId: channels[index]?.id ?? '',
        text: '[[tokens 5000]] [[delay 20]] Long',
      });
    for (let index = 0; index < 20; index++) await send(index);
    await expectRefused(send(20), 'tooManyTurns');
    expect(await counts(channels[20]?.id ?? '')).toEqual({ messages: 0, turns: 0, queued: 0 });

    // Others are not held up by it, and what waits behind an answer still may.
    const { api: colleague } = await talk.person();
    await colleague.trpc.message.send.mutate({ channelId: talk.channelId, text: '[[say fine]]' });
    expect((await send(0)).queuedId).not.toBeNull();

    await api.trpc.message.stop.mutate({ channelId: channels[1]?.id ?? '' });
    await vi.waitFor(() => send(20), { timeout: 10_000, interval: 100 });
    for (const { id } of channels) {
      await server.db.deleteFrom('queued_message').where('channelId', '=', id).execute();
      await api.trpc.message.stop.mutate({ channelId: id }).catch(() => {});
    }
  });
});
