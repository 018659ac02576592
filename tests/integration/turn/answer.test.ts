import { setTimeout as sleep } from 'node:timers/promises';
import { makeModel } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Conversation,
  gistOf,
  openConversation,
  startTalkingServer,
  stored,
  type TalkingServer,
} from '../message/conversation.ts';

let server: TalkingServer;
let talk: Conversation;

beforeAll(async () => {
  server = await startTalkingServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  talk = await openConversation(server, { name: 'Named', tools: ['calculator', 'current_time'] });
  return () => talk.close();
});

/** Asks and waits for the end of the answer. */
async function ask(text: string, on = talk) {
  const before = on.live.list.length;
  await on.api.trpc.message.send.mutate({ channelId: on.channelId, text });
  await on.live.until(({ list }) => list.length === before + 2);
  await on.live.untilSettled();
  const answer = on.live.list.at(-1);
  if (!answer) throw new Error('no answer');
  expect(on.live.breaches).toEqual([]);
  expect(answer.parts).toEqual((await stored(server, answer.id)).parts);
  return answer;
}

/** What the provider was asked for chats since the last time, without titles and summaries. */
const asked = () => server.provider.requests.filter(({ path }) => path.endsWith('/chat/completions'));

describe('what an answer is made of', () => {
  it('reasoning and text are parts, live and stored', async () => {
    const answer = await ask('[[reasoning one two three]] [[say four five]] Think');
    expect(gistOf(answer.parts)).toEqual(['reasoning: one two three', 'text: four five']);
    expect(answer.parts.filter(({ type }) => type === 'step-start')).toHaveLength(1);
  });

  it('tools are called, seen while they run, and their results answered', async () => {
    const answer = await ask('[[tool calculator {"expression":"6 * 7"}]] What is six times seven?');
    expect(answer.status).toBe('done');
    expect(answer.parts.find((part) => part.type === 'dynamic-tool')).toMatchObject({
      toolName: 'calculator',
      state: 'output-available',
      input: { expression: '6 * 7' },
    });
    expect(textOf(answer.parts)).toContain('42');
    const states = talk.live.events.flatMap((event) =>
      event.type === 'delta'
        ? event.changes.flatMap((change) =>
            change.op === 'set' && change.part.type === 'dynamic-tool' ? [change.part.state] : [],
          )
        : [],
    );
    expect(states.at(-1)).toBe('output-available');
    expect(states.length).toBeGreaterThan(1);
  });

  it('a tool that fails says why, and the answer goes on', async () => {
    const answer = await ask('[[tool calculator {"expression":"6 *"}]] Broken');
    expect(answer.status).toBe('done');
    expect(answer.parts.find((part) => part.type === 'dynamic-tool')).toMatchObject({
      state: 'output-error',
      errorText: expect.stringMatching(/\w/),
    });
    expect(textOf(answer.parts)).not.toBe('');
  });

  it('a tool that does not exist, and input that is no JSON, end well', async () => {
    const missing = await ask('[[tool launch_rocket {"to":"moon"}]] Go');
    expect(gistOf(missing.parts)[0]).toBe('launch_rocket: output-error');
    const broken = await ask('[[badtool]] Go');
    expect(broken.status).not.toBe('running');
    expect(broken.parts.some((part) => part.type === 'dynamic-tool' && part.state.startsWith('input'))).toBe(
      false,
    );
  });

  it('a model that calls tools for ever is stopped after ten steps', async () => {
    const before = asked().length;
    const answer = await ask('[[toolloop calculator {"expression":"1 + 1"}]] Loop');
    expect(answer).toMatchObject({ status: 'done', error: null });
    expect(asked().length - before).toBe(10);
  });

  it('signs that come in halves, NUL and hostile names are stored', async () => {
    const answer = await ask('[[say 😀a\u{2070e}b😀 __proto__]] Signs');
    expect(textOf(answer.parts)).toBe('😀a\u{2070e}b😀 __proto__');
  });
});

describe('how providers fail', () => {
  it('one that asks for a long wait is told of at once, with how long', async () => {
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
    '[[%s]] is told in the message, never as ours',
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

  it('a flaky one is asked again by itself', async () => {
    expect(await ask('[[flaky 1]] Hello')).toMatchObject({ status: 'done', error: null });
  });
});

describe('message.stop', () => {
  it('ends the answer with what it has, and closes the provider’s socket', async () => {
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

  it('works before the first word, while a provider says nothing at all', async () => {
    const { channelId, live, api } = talk;
    await api.trpc.message.send.mutate({ channelId, text: '[[hang]] Hello' });
    await live.until(({ list }) => list.length === 2);
    await sleep(100);
    await api.trpc.message.stop.mutate({ channelId });
    await live.untilSettled();
    expect(live.list[1]).toMatchObject({ status: 'stopped', parts: [] });
  });

  it('immediately after sending is not lost', async () => {
    const { channelId, live, api } = talk;
    for (let index = 0; index < 8; index++) {
      await api.trpc.message.send.mutate({ channelId, text: `[[tokens 100000]] [[delay 5]] ${index}` });
      await api.trpc.message.stop.mutate({ channelId });
      await live.until(({ list }) => list.length === 2 * index + 2 && list.at(-1)?.status === 'stopped');
    }
  });
});

describe('message.continue', () => {
  it('goes on where the answer ended, in the same text', async () => {
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

  it('stays with the model that was asked, as long as that is there', async () => {
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

  it('is refused for an answer that came to its end, and for one that was followed', async () => {
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

describe('access during a turn', () => {
  it('ends it at the next tool when the person who asked has lost it', async () => {
    const { channelId, live } = talk;
    const colleague = await talk.person();
    const text = '[[slow 700]] [[toolloop calculator {"expression":"1 + 1"}]] Count';
    await colleague.api.trpc.message.send.mutate({ channelId, text });
    await live.until(({ list }) => list.length === 2);
    await server.db.deleteFrom('member').where('userId', '=', colleague.user.id).execute();
    await live.untilSettled();
    expect(live.list[1]?.status).toBe('stopped');
    const outputs = live.list[1]?.parts.filter(
      (part) => part.type === 'dynamic-tool' && part.state === 'output-available',
    );
    expect(outputs?.length ?? 0).toBeLessThan(3);
  });
});

describe('titles', () => {
  it('an unnamed channel is named after its first answer; a named one keeps its name', async () => {
    const fresh = await openConversation(server);
    await ask('How do tides work?', fresh);
    const name = async (on: Conversation) =>
      (await on.api.trpc.channel.get.query({ channelId: on.channelId })).name;
    await expect.poll(() => name(fresh), { timeout: 5_000 }).not.toBe('');
    await fresh.live.until(({ events }) => events.some(({ type }) => type === 'channel'), 'the news of it');
    const first = await name(fresh);
    await ask('And currents?', fresh);
    await sleep(300);
    expect(await name(fresh)).toBe(first);
    await ask('How do tides work?');
    await sleep(300);
    expect(await name(talk)).toBe('Named');
    await fresh.close();
  });

  it('a channel whose first answer failed keeps the name by its question', async () => {
    const fresh = await openConversation(server);
    const name = async () => (await fresh.api.trpc.channel.get.query({ channelId: fresh.channelId })).name;
    await ask('[[401]] Hello', fresh);
    await expect.poll(name, { timeout: 5_000 }).toContain('Hello');
    const first = await name();
    await ask('How do tides work?', fresh);
    expect(await name()).toBe(first);
    await fresh.close();
  });
});
