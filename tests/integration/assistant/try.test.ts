import { makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import type { CompareEvent } from '@tandem/shared/assistant/schema';
import superjson from 'superjson';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../running/api.ts';
import { useTalkingServer } from '../message/conversation.ts';
import { expectRefused, openTeam, type Team, useTeam } from '../workspace/team.ts';
import { draftWith, gathered } from './draft.ts';

const server = useTalkingServer();
const team = useTeam(server);
let modelId: string;
let second: string;
beforeEach(async () => {
  const provider = await makeProvider(server.db, { apiHost: server.provider.url, teamId: team.team.id });
  const model = { providerId: provider.id, modelId: 'fake-text' };
  modelId = (await makeModel(server.db, { ...model, name: 'Fake' })).id;
  second = (await makeModel(server.db, { ...model, modelId: 'fake-other', name: 'Other' })).id;
});

const draftOf = (values = {}) => draftWith(modelId, values);
type Input = Parameters<Team['api']['trpc']['assistant']['try']['mutate']>[0];

/** Asks, follows to the end, and assembles the answer. */
async function tried(input: Partial<Input>, api: Api = team.api, signal?: AbortSignal) {
  const stream = await api.trpc.assistant.try.mutate(
    { draft: draftOf(), text: 'Hello', ...input },
    { ...(signal && { signal }) },
  );
  return gathered(stream);
}
const requests = () => server.provider.requests.filter(({ path }) => path.endsWith('/chat/completions'));
const counts = async () =>
  Promise.all(
    (['message', 'turn', 'channel', 'assistant'] as const).map(async (table) => {
      const { count } = await server.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('teamId', '=', team.team.id)
        .executeTakeFirstOrThrow();
      return Number(count);
    }),
  );

describe('trying an unsaved assistant', () => {
  it('streams an answer with the draft’s instructions, model and parameters, and stores nothing', async () => {
    const before = await counts();
    const { events, text, end } = await tried({
      text: '[[say one two three four five six]] Go',
      history: [
        { role: 'user', text: 'Before' },
        { role: 'assistant', text: 'Indeed' },
      ],
    });
    expect(events[0]).toEqual({ type: 'began', model: { id: modelId, name: 'Fake' } });
    expect(events.filter(({ type }) => type === 'grew').length).toBeGreaterThan(0);
    expect(text).toContain('one two three four five six');
    expect(end).toMatchObject({ status: 'done', error: null });
    expect(end.outputTokens).toBeGreaterThan(0);
    expect(end.firstTokenMs).not.toBeNull();
    const asked = requests().at(-1)?.body as unknown as {
      temperature: number;
      messages: { role: string; content: string }[];
    };
    expect(asked.temperature).toBe(0.5);
    expect(asked.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(asked.messages[0]?.content).toContain(`Help ${team.owner.name}.`);
    expect(await counts()).toEqual(before);
  });

  it('runs the draft’s tools and no others', async () => {
    const { parts } = await tried({ text: '[[tool calculator {"expression":"6 * 7"}]] Six times seven?' });
    expect(parts.find((part) => part.type === 'dynamic-tool')).toMatchObject({
      toolName: 'calculator',
      state: 'output-available',
    });
    const without = await tried({
      draft: draftOf({ tools: [] }),
      text: '[[tool calculator {"expression":"6 * 7"}]] Six times seven?',
    });
    expect(JSON.stringify(without.parts)).not.toContain('output-available');
  });

  it('reports the provider’s error without its key', async () => {
    const { end } = await tried({ text: '[[401]] Hello' });
    expect(end).toMatchObject({ status: 'failed', error: { key: 'provider.unauthorised' } });
  });

  it('ends when the client hangs up, and closes the provider’s socket', async () => {
    const leaving = new AbortController();
    const stream = await team.api.trpc.assistant.try.mutate(
      { draft: draftOf(), text: '[[tokens 400]][[delay 20]] Talk' },
      { signal: leaving.signal },
    );
    let seen = 0;
    await expect(async () => {
      for await (const event of stream) if (event.type === 'grew' && ++seen === 2) leaving.abort();
    }).rejects.toThrow();
    await expect.poll(() => requests().at(-1)?.outcome, { timeout: 5_000 }).toBe('aborted');
    // Their seat is free again.
    expect((await tried({ text: '[[say fine]] Again' })).text).toContain('fine');
  });

  it('is for anyone who may edit the assistant', async () => {
    const { id: userId } = team.assistant;
    const assistantId = userId;
    expect((await tried({ assistantId })).end.status).toBe('done');
    const member = await team.person();
    const guest = await team.person('guest');
    const other = await openTeam(server);
    const own = await team.api.trpc.assistant.create.mutate({ name: 'Own' });
    const draft = draftOf({ modelId: null });
    for (const ids of [{ assistantId }, { appId: team.app.id }, { assistantId: own.id }])
      for (const { api } of [guest, other]) await expectRefused(tried({ draft, ...ids }, api), 'notFound');
    await expectRefused(tried({ draft, assistantId: own.id }, member.api), 'notFound');
    await expectRefused(tried({ draft }, guest.api), 'forbidden');
    await expectRefused(tried({ draft, assistantId: own.id, appId: team.app.id }), 'notFound');
    await expectRefused(tried({ draft, assistantId, appId: other.app.id }), 'notFound');
    // A new one of their own anyone of the team may try, with the team's models.
    expect((await tried({ draft: draftOf() }, member.api)).end.status).toBe('done');
    await expectRefused(tried({ draft: draftOf() }, other.api), 'notFound');
  });

  it('ends when the right to it does', { timeout: 20_000 }, async () => {
    const person = await team.person();
    const stream = await person.api.trpc.assistant.try.mutate({
      draft: draftOf(),
      text: '[[tokens 2000]][[delay 20]] Talk',
    });
    const began = Date.now();
    const end = gathered(stream).then(
      ({ end: { status } }) => status,
      () => 'cut',
    );
    await team.api.trpc.team.suspend.mutate({ userId: person.user.id, suspended: true });
    expect(['stopped', 'cut']).toContain(await end);
    expect(Date.now() - began).toBeLessThan(6_000);
  });

  it('has a concurrency limit of six per person, and accepts only POST as a stream', async () => {
    const leaving = new AbortController();
    const slow = { draft: draftOf(), text: '[[tokens 400]][[delay 20]] Talk' };
    const streams = await Promise.all(
      Array.from({ length: 6 }, () => team.api.trpc.assistant.try.mutate(slow, { signal: leaving.signal })),
    );
    const followed = streams.map(async (stream) => {
      for await (const _event of stream);
    });
    await expect
      .poll(() => requests().filter(({ outcome }) => outcome === 'running').length)
      .toBeGreaterThan(5);
    await expectRefused(tried({}), 'tooManyTurns');
    leaving.abort();
    await Promise.allSettled(followed);
    const input = JSON.stringify(superjson.serialize({ draft: draftOf(), text: 'Hello' }));
    const path = `/api/assistant.try?${new URLSearchParams({ input })}`;
    const before = requests().length;
    expect((await team.api.call('GET', path)).status).toBe(405);
    expect(requests().length).toBe(before);
  });

  it.each([
    { text: ' ' },
    { text: 'x'.repeat(20_001) },
    { history: Array.from({ length: 21 }, () => ({ role: 'user', text: 'Hello' })) },
    { history: [{ role: 'system', text: 'Obey.' }] },
    { history: [{ role: 'tool', text: '{}' }] },
    { draft: { ...draftOf(), secret: 1 } },
    { draft: { ...draftOf(), parameters: { seed: 1 } } },
  ])('refuses odd input (%#)', async (odd) => {
    await expectRefused(tried(odd as Partial<Input>), 'invalidInput');
  });

  it('uses no tool the team lacks', async () => {
    await expectRefused(tried({ draft: draftOf({ tools: ['launch_rocket'] }) }), 'notFound');
  });
});

describe('the cost of a try', () => {
  const usage = () =>
    server.db
      .selectFrom('usage')
      .selectAll()
      .where('teamId', '=', team.team.id)
      .orderBy('createdAt')
      .execute();
  const price = (inputPrice = 100_000_000, outputPrice = 4 * inputPrice) =>
    server.db
      .updateTable('model')
      .set({ inputPrice, outputPrice })
      .where('id', 'in', [modelId, second])
      .execute();

  it('is a usage row that matches the pane, estimated when stopped', async () => {
    await price();
    const before = (await usage()).length;
    const since = async () => (await usage()).slice(before);
    const { end } = await tried({ assistantId: team.assistant.id, text: '[[say one two]] Go' });
    expect(end.cost).toBeGreaterThan(0);
    const leaving = new AbortController();
    const stream = await team.api.trpc.assistant.try.mutate(
      { draft: draftOf(), text: '[[tokens 400]][[delay 20]] Talk' },
      { signal: leaving.signal },
    );
    // The first may be the place for words yet to come, which costs nothing.
    let grown = 0;
    await expect(async () => {
      for await (const event of stream) if (event.type === 'grew' && ++grown === 3) leaving.abort();
    }).rejects.toThrow();
    await expect.poll(async () => (await since()).length, { timeout: 5_000 }).toBe(2);
    const [whole, stopped] = await since();
    expect(whole).toMatchObject({
      ...{ kind: 'try', status: 'done', cost: end.cost, userId: team.owner.id, appId: team.app.id },
      ...{ inputTokens: end.inputTokens, outputTokens: end.outputTokens, assistantId: team.assistant.id },
      ...{ turnId: null, channelId: null, modelId, isEstimated: false },
    });
    expect(stopped).toMatchObject({ status: 'stopped', appId: null, isEstimated: true });
    expect(stopped?.cost).toBeGreaterThan(0);
    const compared = await team.api.trpc.assistant.compare.mutate({
      ...{ draft: draftOf(), text: '[[say one]] Go', first: modelId, second },
    });
    for await (const _event of compared);
    expect((await since()).slice(2).map(({ kind }) => kind)).toEqual(['compare', 'compare']);
  });

  it('is refused by an exhausted budget before the provider is asked, but not where it is free', async () => {
    await server.db
      .insertInto('budget')
      .values({ teamId: team.team.id, scope: 'team', period: 'month', amount: 0, periodStart: new Date() })
      .execute();
    await expectRefused(tried({}), 'modelUnpriced');
    await price(0);
    expect((await tried({})).end).toMatchObject({ status: 'done', cost: 0 });
    await price();
    const before = requests().length;
    await expectRefused(tried({}), 'budgetSpent');
    expect(requests().length).toBe(before);
  });
});

describe('comparing two models', () => {
  const compare = async (text: string, ids: { first: string; second: string }) => {
    const stream = await team.api.trpc.assistant.compare.mutate({ draft: draftOf(), text, ...ids });
    const events: CompareEvent[] = [];
    for await (const event of stream) events.push(event);
    return events;
  };

  it('streams both answers to one question, each to its own end', async () => {
    const events = await compare('[[say a b c d e f]] Go', { first: modelId, second });
    for (const [side, name] of [
      ['first', 'Fake'],
      ['second', 'Other'],
    ] as const) {
      const own = events.filter((event) => event.side === side);
      expect(own[0]).toMatchObject({ type: 'began', model: { name } });
      expect(own.at(-1)).toMatchObject({ type: 'ended', status: 'done' });
    }
    expect(
      requests()
        .slice(-2)
        .map(({ body }) => (body as { model: string }).model)
        .sort(),
    ).toEqual(['fake-other', 'fake-text']);
  });

  it('continues with one when the other fails', async () => {
    const gone = await makeProvider(server.db, { teamId: team.team.id });
    const { id: broken } = await makeModel(server.db, { providerId: gone.id });
    const events = await compare('[[say well]] Go', { first: broken, second });
    const ends = events.filter(({ type }) => type === 'ended');
    expect(ends.find(({ side }) => side === 'first')).toMatchObject({ status: 'failed' });
    expect(ends.find(({ side }) => side === 'second')).toMatchObject({ status: 'done' });
  });

  it('accepts no model of another team', async () => {
    const other = await openTeam(server);
    const foreign = await makeProvider(server.db, { teamId: other.team.id });
    const { id } = await makeModel(server.db, { providerId: foreign.id });
    await expectRefused(compare('Hello', { first: modelId, second: id }), 'notFound');
    await expectRefused(compare('Hello', { first: id, second: modelId }), 'notFound');
  });
});
