import { setTimeout as sleep } from 'node:timers/promises';
import { makeBudget, makeChannel } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import { openConversation, useConversation, useTalkingServer } from '../message/conversation.ts';

/** One micro-credit a token: what is spent is what is counted. */
const priced = { inputPrice: 1_000_000, outputPrice: 1_000_000 };
const server = useTalkingServer();
const talk = useConversation(server, { tools: ['calculator'], ...priced });

const send = (text: string, channelId = talk.channelId) =>
  talk.api.trpc.message.send.mutate({ channelId, text });

/** Asks and waits for the end of the answer. */
async function ask(text: string) {
  const before = talk.live.list.length;
  await send(text);
  await talk.live.until(({ list }) => list.length === before + 2);
  await talk.live.untilSettled();
  const answer = talk.live.list.at(-1);
  if (!answer) throw new Error('no answer');
  return answer;
}

const rows = () =>
  server.db.selectFrom('usage').selectAll().where('teamId', '=', talk.team.id).orderBy('createdAt').execute();
const budgets = () => server.db.selectFrom('budget').selectAll().where('teamId', '=', talk.team.id).execute();
const budget = (amount: number, more: object = {}) =>
  makeBudget(server.db, { teamId: talk.team.id, amount, ...more });

async function until(check: () => Promise<boolean>, what: string) {
  for (let tries = 0; tries < 200; tries++) {
    if (await check()) return;
    await sleep(25);
  }
  throw new Error(`never: ${what}`);
}

describe('the usage of a turn', () => {
  it('is what the provider counted, with times and names', async () => {
    const answer = await ask('[[say one two three four]] Hello');
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      kind: 'chat',
      status: 'done',
      model: 'fake-text',
      provider: 'Example provider',
      userId: talk.owner.id,
      appId: talk.app.id,
      channelId: talk.channelId,
      turnId: answer.turnId,
      outputTokens: 4,
      isPriced: true,
      isEstimated: false,
    });
    expect(row?.inputTokens).toBeGreaterThan(0);
    expect(row?.cost).toBe((row?.inputTokens ?? 0) + 4);
    expect(row?.durationMs).toBeGreaterThanOrEqual(row?.firstTokenMs ?? Number.NaN);
  });

  it('of several requests is their sum', async () => {
    await ask('[[tool calculator {"expression":"6 * 7"}]] What is six times seven?');
    const [row] = await rows();
    const turn = await server.db
      .selectFrom('turn')
      .selectAll()
      .where('channelId', '=', talk.channelId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ inputTokens: turn.inputTokens, outputTokens: turn.outputTokens });
    const requests = server.provider.requests.filter(({ path }) => path.endsWith('/chat/completions'));
    expect(requests.length).toBeGreaterThanOrEqual(2);
  });

  it('that was stopped has an estimate of the tokens so far', async () => {
    await send(`[[delay 30]] [[tokens 400]] Long`);
    await talk.live.until(({ list }) => textOf(list.at(-1)?.parts ?? []).length > 60, 'some words');
    await talk.api.trpc.message.stop.mutate({ channelId: talk.channelId });
    await talk.live.untilSettled();
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'stopped', isEstimated: true });
    expect(row?.outputTokens).toBeGreaterThan(5);
    expect(row?.inputTokens).toBeGreaterThan(0);
  });

  it('that failed before the first word costs nothing, and exists', async () => {
    await ask('[[401]] Hello');
    expect(await rows()).toMatchObject([
      { status: 'failed', inputTokens: 0, outputTokens: 0, cost: 0, isEstimated: false },
    ]);
  });

  it('whose process is gone has its last saved values', async () => {
    await budget(1_000_000_000);
    await send(`[[delay 40]] [[tokens 400]] Long`);
    await until(async () => {
      const turn = await server.db
        .selectFrom('turn')
        .select('outputTokens')
        .where('channelId', '=', talk.channelId)
        .executeTakeFirst();
      return (turn?.outputTokens ?? 0) > 3;
    }, 'saved tokens');
    expect((await budgets())[0]?.reserved).toBeGreaterThan(0);
    await server.db
      .updateTable('turn')
      .set({ ownerId: '11111111-1111-4111-8111-111111111111', epoch: 9, leaseUntil: new Date(0) })
      .where('channelId', '=', talk.channelId)
      .execute();
    await talk.live.untilSettled();
    expect(await rows()).toMatchObject([{ status: 'interrupted', isEstimated: true, isPriced: true }]);
    const [row] = await rows();
    expect(row?.outputTokens).toBeGreaterThan(3);
    expect(await budgets()).toMatchObject([{ reserved: 0, spent: row?.cost }]);
  });

  it('includes the title of its channel as a row of its own', async () => {
    const unnamed = await openConversation(server, priced);
    await unnamed.api.trpc.message.send.mutate({
      channelId: unnamed.channelId,
      text: 'What is a lighthouse?',
    });
    const mine = () =>
      server.db.selectFrom('usage').selectAll().where('teamId', '=', unnamed.team.id).execute();
    await until(async () => (await mine()).length === 2, 'a row for the title');
    expect((await mine()).map(({ kind }) => kind).sort()).toEqual(['chat', 'title']);
    const days = await server.db
      .selectFrom('usage_day')
      .selectAll()
      .where('teamId', '=', unnamed.team.id)
      .execute();
    expect(days).toMatchObject([{ turns: 1 }]);
    await unnamed.close();
  });
});

describe('a budget', () => {
  it('refuses before anything is spent or stored, and says whose it is and when it renews', async () => {
    await budget(100, { userId: talk.owner.id, period: 'day' });
    const asked = server.provider.requests.length;
    const error = await send('Hello').catch((err) => err);
    expect(error.data).toMatchObject({ httpStatus: 409, errorCode: 40970, params: { scope: 'user' } });
    expect(error.message).toMatch(/^Your budget is used up\. It renews on /);
    expect(error.message).not.toMatch(/limit/i);
    expect(new Date(error.data.params.renewsAt).getTime()).toBeGreaterThan(Date.now());
    expect(server.provider.requests).toHaveLength(asked);
    expect(talk.live.list).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('admits one of a hundred turns at once when there is one left', async () => {
    const channels = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        makeChannel(server.db, { appId: talk.app.id, creatorId: talk.owner.id, name: `Room ${index}` }),
      ),
    );
    // One answer of this kind is thought to take more than half of it.
    await budget(1_000);
    const answers = await Promise.all(
      channels.map(({ id }) =>
        talk.api.post(`/api/channel/${id}/message`, { text: '[[slow 60000]] [[say yes]] Hello' }),
      ),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const refused = answers.filter(({ status, code }) => status === 409 && code === 40970);
    expect(refused).toHaveLength(99);
    const asked = answers.findIndex(({ code }) => code === 0);
    await talk.api.trpc.message.stop.mutate({ channelId: channels[asked]?.id as string });
    await until(async () => (await budgets())[0]?.reserved === 0, 'nothing held');
    const spent = await rows();
    expect(spent).toHaveLength(1);
    expect((await budgets())[0]?.spent).toBe(spent[0]?.cost);
  });

  it('passes free calls, even when nothing is left', async () => {
    const free = await openConversation(server, {
      name: 'Free',
      ...{ inputPrice: 0, outputPrice: 0 },
    });
    await makeBudget(server.db, { teamId: free.team.id, amount: 0 });
    await free.api.trpc.message.send.mutate({ channelId: free.channelId, text: '[[say fine]] Hello' });
    await free.live.until(({ list }) => list.length === 2);
    await free.live.untilSettled();
    expect(free.live.list.at(-1)).toMatchObject({ status: 'done' });
    await free.close();
  });

  it('ends an answer that exceeds it with a sentence, and keeps the text', async () => {
    const { id } = await budget(1_500);
    const answer = await ask('[[delay 1]] [[tokens 6000]] Long');
    expect(answer).toMatchObject({
      status: 'failed',
      error: { key: 'budgetSpent', params: { scope: 'team' }, retryable: false },
    });
    expect(textOf(answer.parts).length).toBeGreaterThan(100);
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'failed', isEstimated: true });
    expect(row?.cost).toBeGreaterThan(1_000);
    expect(row?.cost).toBeLessThan(2_500);
    expect((await budgets()).find((each) => each.id === id)).toMatchObject({ reserved: 0, spent: row?.cost });
  });

  it('is a person’s own, and told to nobody else', async () => {
    const userId = talk.owner.id;
    await budget(1_500, { scope: 'user', userId });
    const colleague = await talk.person();
    const { id } = await ask('[[delay 1]] [[tokens 6000]] Long');
    const errorFor = async ({ trpc }: typeof talk.api) => {
      const { list } = await trpc.message.list.query({ channelId: talk.channelId });
      return list.find((message) => message.id === id)?.error;
    };
    const own = { scope: 'user', userId, renewsAt: expect.any(String) };
    expect(await errorFor(talk.api)).toMatchObject({ key: 'budgetSpent', params: own });
    expect(await errorFor(colleague.api)).toEqual({ key: 'budgetOf.someone', retryable: false });
  });

  it('extends an answer’s reservation while there is enough', async () => {
    await budget(1_000_000);
    const answer = await ask('[[delay 0]] [[tokens 3000]] Long');
    expect(answer.status).toBe('done');
    expect(await budgets()).toMatchObject([{ reserved: 0, spent: (await rows())[0]?.cost }]);
  });

  it('stores a queued message, and reports the reason instead of an answer', async () => {
    await budget(2_000);
    await send('[[delay 30]] [[tokens 60]] First');
    await talk.live.until(({ list }) => list.length === 2);
    const { queuedId } = await send('Second, kept');
    expect(queuedId).not.toBeNull();
    await server.db.updateTable('budget').set({ amount: 1 }).where('teamId', '=', talk.team.id).execute();
    await talk.live.until(({ list }) => list.length === 4, 'both');
    expect(textOf(talk.live.list[2]?.parts ?? [])).toBe('Second, kept');
    expect(talk.live.list[3]).toMatchObject({
      role: 'assistant',
      status: 'failed',
      turnId: null,
      error: { key: 'budgetSpent', params: { scope: 'team' } },
      abilities: { regenerate: true },
    });
    await server.db
      .updateTable('budget')
      .set({ amount: 1_000_000 })
      .where('teamId', '=', talk.team.id)
      .execute();
    await talk.api.trpc.message.regenerate.mutate({
      channelId: talk.channelId,
      messageId: talk.live.list[3]?.id as string,
    });
    await talk.live.until(({ list }) => list.at(-1)?.status === 'done', 'the answer after all');
  });

  it('also refuses regenerating, continuing and editing, which then change nothing', async () => {
    const answer = await ask('[[say one]] Hello');
    await budget(1);
    const { channelId } = talk;
    const before = talk.live.list.map(({ id }) => id);
    const question = talk.live.list[0]?.id as string;
    const { message } = talk.api.trpc;
    for (const call of [
      () => message.regenerate.mutate({ channelId, messageId: answer.id }),
      () => message.edit.mutate({ channelId, messageId: question, text: 'Other' }),
    ])
      await expect(call()).rejects.toMatchObject({ data: { errorCode: 40970 } });
    await server.db.updateTable('message').set({ status: 'stopped' }).where('id', '=', answer.id).execute();
    await expect(message.continue.mutate({ channelId, messageId: answer.id })).rejects.toMatchObject({
      data: { errorCode: 40970 },
    });
    const { list } = await message.list.query({ channelId });
    expect(list.map(({ id }) => id)).toEqual(before);
    expect((await budgets())[0]).toMatchObject({ reserved: 0 });
  });
});
