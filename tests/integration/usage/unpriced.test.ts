import { makeBudget, makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import { textOf } from '@tandem/shared/message/parts';
import { isPriced } from '@tandem/shared/provider/price';
import { modelKinds } from '@tandem/shared/provider/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Conversation, openConversation, useTalkingServer } from '../message/conversation.ts';

const server = useTalkingServer();
let talk: Conversation;

beforeEach(async () => {
  // The factory's models have no price.
  talk = await openConversation(server, { name: 'Named' });
  return () => talk.close();
});

const send = (text = '[[say fine]] Hello') =>
  talk.api.trpc.message.send.mutate({ channelId: talk.channelId, text });
const modelId = async () =>
  (
    await server.db
      .selectFrom('assistant')
      .select('modelId')
      .where('id', '=', talk.assistant.id)
      .executeTakeFirstOrThrow()
  ).modelId as string;
const providerId = async () =>
  (
    await server.db
      .selectFrom('model')
      .select('providerId')
      .where('id', '=', await modelId())
      .executeTakeFirstOrThrow()
  ).providerId;

it('an answer that started without a budget is bounded by one set during it', async () => {
  const { trpc } = talk.api;
  await trpc.model.update.mutate({ modelRowId: await modelId(), inputPrice: 0, outputPrice: 1_000_000 });
  await send('[[tokens 100000]] Go on');
  await talk.live.until(({ list }) => (list[1]?.parts.length ?? 0) > 1, 'the first words');
  await trpc.budget.set.mutate({ period: 'month', amount: 2_000 });
  await talk.live.until(({ list }) => list[1]?.status === 'failed', 'the end', 30_000);
  expect(talk.live.list[1]?.error).toMatchObject({ key: 'budgetSpent' });
  const { budget } = await trpc.budget.get.query({});
  expect(budget).toMatchObject({ reserved: 0 });
  expect(budget?.spent).toBeGreaterThan(0);
});

describe('a model without a price', () => {
  it.each(['team', 'app', 'user'] as const)(
    'is refused where a budget of the %s applies, in a sentence that says what an administrator can do',
    async (scope) => {
      const teamId = talk.team.id;
      await makeBudget(server.db, {
        ...{ teamId, amount: 1_000_000 },
        ...(scope === 'app' && { appId: talk.app.id }),
        ...(scope === 'user' && { userId: talk.owner.id }),
      });
      const asked = server.provider.requests.length;
      const error = await send().catch((err) => err);
      expect(error.data).toMatchObject({ httpStatus: 409, key: 'modelUnpriced' });
      expect(error.message).toMatch(/budget.*administrator/);
      expect(error.message).not.toMatch(/limit/i);
      expect(talk.live.list).toEqual([]);
      expect(server.provider.requests).toHaveLength(asked);
    },
  );

  it('is refused with half of its prices too, and answers once marked as free', async () => {
    await makeBudget(server.db, { teamId: talk.team.id, amount: 1_000_000 });
    const modelRowId = await modelId();
    const { trpc } = talk.api;
    await trpc.model.update.mutate({ modelRowId, inputPrice: 1_000 });
    await expect(send()).rejects.toMatchObject({ data: { key: 'modelUnpriced' } });
    await trpc.model.update.mutate({ modelRowId, inputPrice: 0, outputPrice: 0, imagePrice: 0 });
    await send();
    await talk.live.until(({ list }) => list.at(-1)?.status === 'done', 'the answer');
    // Reading the provider's list again does not take that back.
    await trpc.provider.refresh.mutate({ providerId: await providerId() });
    const { list } = await trpc.model.page.query({ providerId: await providerId(), query: 'fake-text' });
    expect(list.find(({ id }) => id === modelRowId)).toMatchObject({ inputPrice: 0, outputPrice: 0 });
  });

  it('answers as before where no budget applies', async () => {
    await makeBudget(server.db, { teamId: talk.team.id, userId: (await talk.person()).user.id, amount: 1 });
    await send();
    await talk.live.until(({ list }) => list.at(-1)?.status === 'done', 'the answer');
  });

  it('stops an answer when a budget is set, and keeps its text', async () => {
    await send('[[tokens 100000]] Go on');
    await talk.live.until(({ list }) => (list[1]?.parts.length ?? 0) > 1, 'the first words');
    await talk.api.trpc.budget.set.mutate({ period: 'month', amount: 1_000_000 });
    await talk.live.until(({ list }) => list[1]?.status === 'failed', 'the end', 30_000);
    expect(talk.live.list[1]?.error).toMatchObject({ key: 'modelUnpriced', retryable: false });
    expect(textOf(talk.live.list[1]?.parts ?? [])).not.toBe('');
  });

  it('is reported instead of an answer when the budget was set while the question was queued', async () => {
    await send('[[delay 20]] [[tokens 60]] First');
    await send('Second');
    await makeBudget(server.db, { teamId: talk.team.id, amount: 1_000_000 });
    await talk.live.until(({ list }) => list.length === 4 && list[3]?.status === 'failed', 'both');
    expect(talk.live.list[3]?.error).toMatchObject({ key: 'modelUnpriced', retryable: false });
  });

  it('is refused for tries of an assistant too', async () => {
    await makeBudget(server.db, { teamId: talk.team.id, amount: 1_000_000 });
    const draft = { name: 'Draft', instructions: '', modelId: await modelId(), parameters: {}, tools: [] };
    const tried = talk.api.trpc.assistant.try.mutate({ draft, text: 'Hello' });
    await expect(tried).rejects.toMatchObject({ data: { key: 'modelUnpriced' } });
  });

  it('is named when the list is read, counted with its provider, and found by the filter', async () => {
    const { trpc } = talk.api;
    const id = await providerId();
    const read = await trpc.provider.refresh.mutate({ providerId: id });
    if (read.problem) throw new Error(read.problem.key);
    const all = await trpc.model.all.query({ providerId: id });
    const without = all.filter((model) => !isPriced(model)).map((model) => model.modelId);
    expect(without.length).toBeGreaterThan(0);
    expect(read.unpriced).toEqual(without);
    expect(read.provider.unpricedModels).toBe(without.length);
    const found = await trpc.model.page.query({ providerId: id, priced: false, limit: 100 });
    expect(found.list.map((model) => model.modelId)).toEqual(without);
  });
});

it('the database and the browser agree on what has a price', async () => {
  const { id } = await makeProvider(server.db, { teamId: talk.team.id });
  const amounts = [null, 0, 5];
  for (const kind of modelKinds)
    for (const inputPrice of amounts)
      for (const outputPrice of amounts)
        for (const imagePrice of amounts)
          await makeModel(server.db, { providerId: id, kind, inputPrice, outputPrice, imagePrice });
  const { trpc } = talk.api;
  for (const priced of [true, false]) {
    const found = await trpc.model.all.query({ providerId: id, priced });
    expect(found.length).toBeGreaterThan(0);
    for (const model of found) expect([model, isPriced(model)]).toEqual([model, priced]);
  }
});

it('the built-in model answers under any budget', async () => {
  await makeBudget(server.db, { teamId: talk.team.id, amount: 0 });
  const builtIn = await server.db
    .selectFrom('model')
    .innerJoin('provider', 'provider.id', 'model.providerId')
    .select('model.id')
    .where('provider.kind', '=', 'offline')
    .where('model.kind', '=', 'chat')
    .executeTakeFirstOrThrow();
  await talk.api.trpc.message.send.mutate({ channelId: talk.channelId, text: 'Hello', modelId: builtIn.id });
  await talk.live.until(({ list }) => list.at(-1)?.status === 'done', 'the answer');
});
