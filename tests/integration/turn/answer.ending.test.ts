import { setTimeout as sleep } from 'node:timers/promises';
import { makeModel } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import { chatRequests, stored, useConversation, useTalkingServer } from '../message/conversation.ts';
import { askIn } from './asking.ts';

const server = useTalkingServer();
const talk = useConversation(server, { tools: ['calculator', 'current_time'] });

const ask = (text: string, on = talk) => askIn(server, on, text);
const asked = () => chatRequests(server);

describe('provider failures', () => {
  it('a provider that asks for a long wait is reported immediately, with the time', async () => {
    const before = asked().length;
    const answer = await ask('[[wait]] Hello');
    expect(answer).toMatchObject({
      status: 'failed',
      error: { key: 'provider.rateLimited', retryable: true, params: { count: 20 } },
    });
    expect(asked().length - before).toBe(1);
  });

  it.each([
    ['401', 'provider.unauthorised', false],
    ['403', 'provider.forbidden', false],
    ['404', 'provider.modelNotFound', false],
    ['400', 'provider.badRequest', false],
    ['429', 'provider.rateLimited', true],
    ['500', 'provider.serverError', true],
    ['503', 'provider.overloaded', true],
    ['quota', 'provider.quota', false],
    ['context', 'provider.contextTooLong', false],
    ['html', 'provider.serverError', true],
    ['errchunk', expect.stringMatching(/^provider\./), expect.any(Boolean)],
    ['cut', 'provider.cutOff', true],
    ['length', 'provider.lengthReached', false],
    ['filter', 'provider.filtered', false],
    ['drop', 'provider.connectionLost', true],
    ['empty', 'provider.emptyAnswer', true],
  ])(
    '[[%s]] is reported in the message, never as ours',
    async (directive, key, retryable) => {
      const answer = await ask(`[[${directive}]] Hello`);
      expect(answer).toMatchObject({ status: 'failed', error: { key, retryable } });
      expect(JSON.stringify(answer.error)).not.toContain('sk-fake');
      // The person's words are there, and what was said before the failure too.
      expect(talk.live.texts[0]).toBe(`[[${directive}]] Hello`);
      if (['cut', 'drop', 'errchunk'].includes(directive)) expect(textOf(answer.parts)).toContain('4');
      // Trying again works: the session is still good and the turn is free.
      await talk.api.trpc.message.regenerate.mutate({ channelId: talk.channelId, messageId: answer.id });
      await talk.live.until(({ list }) => list[1]?.id !== answer.id);
      await talk.live.untilSettled();
    },
    30_000,
  );

  it('a host that refuses connections', async () => {
    const { modelId } = await server.db
      .selectFrom('assistant')
      .select('modelId')
      .where('id', '=', talk.assistant.id)
      .executeTakeFirstOrThrow();
    const { providerId } = await server.db
      .selectFrom('model')
      .select('providerId')
      .where('id', '=', modelId)
      .executeTakeFirstOrThrow();
    await server.db
      .updateTable('provider')
      .set({ apiHost: 'http://127.0.0.1:9/v1' })
      .where('id', '=', providerId)
      .execute();
    expect(await ask('Hello')).toMatchObject({
      status: 'failed',
      error: { key: 'provider.refused', retryable: true },
    });
  });

  it('a flaky provider is retried automatically', async () => {
    expect(await ask('[[flaky 1]] Hello')).toMatchObject({ status: 'done', error: null });
  });
});

describe('message.stop', () => {
  it('ends the answer with its text so far, and closes the provider’s socket', async () => {
    const { channelId, live, api } = talk;
    const { api: colleague } = await talk.person();
    await api.trpc.message.send.mutate({ channelId, text: '[[tokens 100000]] [[delay 5]] Long' });
    await live.until(({ texts }) => (texts[1] ?? '').length > 100, 'some words');
    const stoppedAt = Date.now();
    // Anyone who may send may stop, from any tab.
    expect(await colleague.trpc.message.stop.mutate({ channelId })).toEqual({ stopping: true });
    await live.untilSettled();
    expect(Date.now() - stoppedAt).toBeLessThan(5_000);
    expect(live.list[1]).toMatchObject({ status: 'stopped', error: null });
    expect(live.texts[1]?.length).toBeGreaterThan(100);
    await expect.poll(() => asked().at(-1)?.outcome, { timeout: 8_000 }).toBe('aborted');
    expect(await colleague.trpc.message.stop.mutate({ channelId })).toEqual({ stopping: false });
  });

  it('works before the first word, while a provider is silent', async () => {
    const { channelId, live, api } = talk;
    await api.trpc.message.send.mutate({ channelId, text: '[[hang]] Hello' });
    await live.until(({ list }) => list.length === 2);
    await sleep(100);
    await api.trpc.message.stop.mutate({ channelId });
    await live.untilSettled();
    expect(live.list[1]).toMatchObject({ status: 'stopped', parts: [] });
  });

  it('is not lost immediately after sending', async () => {
    const { channelId, live, api } = talk;
    for (let index = 0; index < 8; index++) {
      await api.trpc.message.send.mutate({ channelId, text: `[[tokens 100000]] [[delay 5]] ${index}` });
      await api.trpc.message.stop.mutate({ channelId });
      await live.until(({ list }) => list.length === 2 * index + 2 && list.at(-1)?.status === 'stopped');
    }
  });
});

describe('message.continue', () => {
  it('continues where the answer ended, in the same text', async () => {
    const cut = await ask('[[cut]] Hello');
    expect(cut.abilities.continue).toBe(true);
    const { channelId, api, live } = talk;
    const before = textOf(cut.parts);
    const change = await api.trpc.message.continue.mutate({ channelId, messageId: cut.id });
    expect(change.messages).toMatchObject([{ id: cut.id, status: 'running', n: cut.n }]);
    await live.until(({ list }) => list[1]?.status === 'done', 'the rest');
    const whole = live.list[1];
    expect(textOf(whole?.parts ?? []).startsWith(before)).toBe(true);
    expect(textOf(whole?.parts ?? []).length).toBeGreaterThan(before.length);
    expect(whole?.parts.filter(({ type }) => type === 'text')).toHaveLength(1);
    expect(whole).toMatchObject({ id: cut.id, error: null, siblings: [cut.id] });
    expect(live.breaches).toEqual([]);
    expect(whole?.parts).toEqual((await stored(server, cut.id)).parts);
    // The model was shown what it had said.
    expect(JSON.stringify(asked().at(-1)?.body)).toContain(before.slice(0, 20));
  });

  it('stays with the requested model while it exists', async () => {
    const { channelId, api, live, team } = talk;
    const { id: providerId } = await server.db
      .selectFrom('provider')
      .select('id')
      .where('teamId', '=', team.id)
      .executeTakeFirstOrThrow();
    const other = await makeModel(server.db, { providerId, modelId: 'fake-other' });
    const models = () => asked().map(({ body }) => body.model);
    for (const expected of ['fake-other', 'fake-text']) {
      await api.trpc.message.send.mutate({ channelId, text: '[[cut]] Hello', modelId: other.id });
      await live.until(
        ({ list }) => list.at(-1)?.role === 'assistant' && list.at(-1)?.status === 'failed',
        'the cut',
      );
      const { id: messageId } = live.list.at(-1) as { id: string };
      expect(models().at(-1)).toBe('fake-other');
      if (expected === 'fake-text') await server.db.deleteFrom('model').where('id', '=', other.id).execute();
      await api.trpc.message.continue.mutate({ channelId, messageId });
      await live.until(({ list }) => list.at(-1)?.status === 'done', 'the rest');
      expect(models().at(-1)).toBe(expected);
    }
  });

  it('is refused for a completed answer, and for one with a reply', async () => {
    const done = await ask('Hello');
    const { channelId, api, live } = talk;
    await expect(api.trpc.message.continue.mutate({ channelId, messageId: done.id })).rejects.toMatchObject({
      data: { key: 'conflict' },
    });
    const cut = await ask('[[cut]] Again');
    await ask('And then');
    expect(live.list).toHaveLength(6);
    await expect(api.trpc.message.continue.mutate({ channelId, messageId: cut.id })).rejects.toMatchObject({
      data: { key: 'messageFollowed' },
    });
  });
});
