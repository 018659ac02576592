import { makeChannel } from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';
import { until } from '../../running/live.ts';
import type { OwnServer } from '../harness/server.ts';
import { openTeam, type Team } from '../workspace/team.ts';
import { create, hostOf, KEY, kinds, startAdministered } from './administering.ts';

let server: OwnServer;
let fake: FakeProvider;
let team: Team;
beforeAll(async () => {
  [{ server }, fake] = await Promise.all([startAdministered(), startFakeProvider({ apiKey: KEY })]);
});
beforeEach(async () => {
  team = await openTeam(server);
  fake.requests.length = 0;
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

describe.each(kinds)('%s', (kind) => {
  it('is set up, listed, tried, and answers in a chat', async () => {
    const { trpc } = team.api;
    const { id: providerId } = await create(team.api, fake, { kind });
    const refreshed = await trpc.provider.refresh.mutate({ providerId });
    expect(refreshed).toMatchObject({ problem: null, missing: 0, provider: { listedAt: expect.any(Date) } });
    const models = await trpc.model.all.query({ providerId });
    const text = models.find(({ modelId }) => modelId === 'fake-text');
    expect(text).toMatchObject({ kind: 'chat', enabled: true, isListed: true, isEdited: false });
    expect(models.find(({ modelId }) => modelId === 'fake-embedding')).toMatchObject({ kind: 'embedding' });

    const tested = await trpc.provider.test.mutate({ providerId });
    expect(tested).toMatchObject({ problem: null, model: models[0]?.modelId, ms: expect.any(Number) });
    expect(tested.problem === null && tested.answer).toContain('You said');

    const { id: channelId } = await makeChannel(server.db, {
      appId: team.app.id,
      teamId: team.team.id,
      creatorId: team.owner.id,
    });
    await trpc.message.send.mutate({ channelId, text: 'Hello there', modelId: text?.id ?? '' });
    const answer = await until('the answer is written', async () => {
      const { list } = await trpc.message.list.query({ channelId });
      const last = list.at(-1);
      return last?.role === 'assistant' && last.status === 'done' ? last : null;
    });
    expect(JSON.stringify(answer.parts)).toContain('You said: Hello there');
    // The key went in a header of each request, and nowhere else.
    for (const request of fake.requests) {
      expect(JSON.stringify(request.headers)).toContain(KEY);
      expect(request.path + JSON.stringify(request.body)).not.toContain(KEY);
    }
  });

  it('reports a wrong key in its own words, without showing it', async () => {
    const { trpc } = team.api;
    const wrong = 'sk-wrong-key-of-a-test';
    const { id: providerId } = await create(team.api, fake, { kind, apiKey: wrong });
    const refreshed = await trpc.provider.refresh.mutate({ providerId });
    const problem = { key: 'provider.unauthorised', detail: 'Invalid API key' };
    expect(refreshed).toEqual({ problem });
    await trpc.model.add.mutate({ providerId, modelId: 'fake-text' });
    const tested = await trpc.provider.test.mutate({ providerId });
    expect(tested).toMatchObject({ problem, model: 'fake-text' });
    expect(JSON.stringify([refreshed, tested])).not.toContain(wrong);
    expect(await trpc.model.all.query({ providerId })).toHaveLength(1);
  });

  it('is distinguished from a missing server', async () => {
    const { trpc } = team.api;
    const apiHost = hostOf(fake, kind).replace(/:\d+/, ':9');
    const { id: providerId } = await create(team.api, fake, { kind, apiHost });
    expect(await trpc.provider.refresh.mutate({ providerId })).toEqual({
      problem: { key: 'provider.refused' },
    });
  });
});
