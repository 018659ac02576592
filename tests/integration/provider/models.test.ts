import { makeAssistant } from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fakeModels } from '../../fakes/provider/models.ts';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';
import type { OwnServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team } from '../workspace/team.ts';
import { allRefused, create, modelsOf, startAdministered } from './administering.ts';

let server: OwnServer;
let fake: FakeProvider;
let team: Team;
let providerId: string;
beforeAll(async () => {
  [{ server }, fake] = await Promise.all([startAdministered(), startFakeProvider()]);
});
beforeEach(async () => {
  team = await openTeam(server);
  fake.models.splice(0, fake.models.length, ...fakeModels);
  ({ id: providerId } = await create(team.api, fake));
  await team.api.trpc.provider.refresh.mutate({ providerId });
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

const all = () => team.api.trpc.model.all.query({ providerId });
const byName = async (modelId: string) => {
  const model = (await all()).find((each) => each.modelId === modelId);
  if (!model) throw new Error(`no ${modelId}`);
  return model;
};

it('are merged with the stored ones when the list is refreshed', async () => {
  const { trpc } = team.api;
  const { id: modelRowId } = await byName('fake-tool');
  await trpc.model.update.mutate({ modelRowId, name: 'Our tool', inputPrice: 500 });
  await trpc.model.update.mutate({ modelRowId: (await byName('fake-text')).id, enabled: false });
  fake.models.splice(0, fake.models.length, 'gpt-4o-mini', 'fake-text', 'fake-tool');
  expect(await trpc.provider.refresh.mutate({ providerId })).toMatchObject({
    problem: null,
    added: 1,
    missing: 2,
    total: 3,
  });
  expect(await byName('fake-tool')).toMatchObject({ name: 'Our tool', inputPrice: 500, isEdited: true });
  expect(await byName('fake-text')).toMatchObject({ enabled: false, isListed: true, isEdited: false });
  expect(await byName('fake-reasoning')).toMatchObject({ enabled: true, isListed: false });
  // Models added later may cost something: they are listed, but off until someone decides.
  expect(await byName('gpt-4o-mini')).toMatchObject({
    enabled: false,
    inputPrice: 15_000_000,
    outputPrice: 60_000_000,
  });
  fake.models.push('fake-reasoning');
  expect(await trpc.provider.refresh.mutate({ providerId })).toMatchObject({ added: 0, missing: 0 });
  expect(await byName('fake-reasoning')).toMatchObject({ isListed: true });
});

it('are paged, and searched by words and kind', async () => {
  const { trpc } = team.api;
  const first = await trpc.model.page.query({ providerId, limit: 3 });
  expect(first.list).toHaveLength(3);
  const second = await trpc.model.page.query({ providerId, limit: 3, cursor: first.nextCursor ?? '' });
  expect(second.nextCursor).toBeNull();
  expect([...first.list, ...second.list]).toEqual(await all());
  const found = async (filter: object) =>
    (await trpc.model.page.query({ providerId, ...filter })).list.map(({ modelId }) => modelId);
  expect(await found({ query: 'TEXT' })).toEqual(['fake-text']);
  expect(await found({ query: '%' })).toEqual([]);
  expect(await found({ kind: 'embedding' })).toEqual(['fake-embedding']);
  await expectRefused(trpc.model.page.query({ providerId, cursor: 'x' }), 'invalidInput');
});

it('are switched, one by one and all matches of a filter', async () => {
  const { trpc } = team.api;
  expect(await trpc.model.switchAll.mutate({ providerId, query: 'fake', to: false })).toEqual({ changed: 4 });
  expect((await all()).some(({ enabled }) => enabled)).toBe(false);
  expect(await trpc.model.switchAll.mutate({ providerId, query: '', kind: 'chat', to: true })).toEqual({
    changed: 3,
  });
  expect(await trpc.provider.get.query({ providerId })).toMatchObject({ models: 4, enabledModels: 3 });
});

it('are added by hand, edited, and removed unless the provider lists them', async () => {
  const { trpc } = team.api;
  const added = await trpc.model.add.mutate({ providerId, modelId: 'org/dall-e-3', kind: 'image' });
  expect(added).toMatchObject({ name: 'dall-e-3', kind: 'image', isListed: false, enabled: true });
  await expectRefused(trpc.model.add.mutate({ providerId, modelId: 'org/dall-e-3' }), 'modelExists');
  const changed = {
    name: 'Drawing',
    kind: 'image',
    abilities: { tools: false, vision: true, reasoning: false },
    contextWindow: 4_096,
    inputPrice: null,
    outputPrice: 12,
    imagePrice: 4_000_000,
  } as const;
  const modelRowId = added.id;
  expect(await trpc.model.update.mutate({ modelRowId, ...changed })).toMatchObject({
    ...changed,
    isEdited: true,
  });
  expect(await trpc.model.remove.mutate({ modelRowId })).toBeUndefined();
  await expectRefused(trpc.model.remove.mutate({ modelRowId }), 'notFound');
  const { id: listed } = await byName('fake-text');
  await expectRefused(trpc.model.remove.mutate({ modelRowId: listed }), 'modelListed');
});

it('keep their order, and the first chat model is the default', async () => {
  const { trpc } = team.api;
  const { id: modelRowId } = await byName('fake-reasoning');
  const { id: afterId } = await byName('fake-text');
  await trpc.model.sort.mutate({ modelRowId, afterId });
  expect(await modelsOf(team.api, providerId)).toEqual([
    'fake-text',
    'fake-reasoning',
    'fake-tool',
    'fake-embedding',
  ]);
  await trpc.model.sort.mutate({ modelRowId, afterId: null });
  expect((await trpc.model.list.query())[0]?.modelId).toBe('fake-reasoning');
});

it('cannot be placed among another provider’s', async () => {
  const { trpc } = team.api;
  const { id: other } = await create(team.api, fake);
  const { id: foreign } = await trpc.model.add.mutate({ providerId: other, modelId: 'elsewhere' });
  const { id: modelRowId } = await byName('fake-text');
  await expectRefused(trpc.model.sort.mutate({ modelRowId, afterId: foreign }), 'notFound');
  await expectRefused(trpc.provider.test.mutate({ providerId, modelRowId: foreign }), 'notFound');
  const stranger = await openTeam(server);
  await allRefused(
    [
      stranger.api.trpc.model.update.mutate({ modelRowId, enabled: false }),
      stranger.api.trpc.model.sort.mutate({ modelRowId, afterId: null }),
      stranger.api.trpc.model.remove.mutate({ modelRowId }),
      stranger.api.trpc.model.all.query({ providerId }),
      stranger.api.trpc.provider.test.mutate({ providerId }),
      stranger.api.trpc.provider.update.mutate({ providerId, enabled: false }),
      stranger.api.trpc.provider.remove.mutate({ providerId }),
    ],
    'notFound',
  );
  expect(await byName('fake-text')).toMatchObject({ enabled: true });
});

it('refuse an invalid price, window or name', async () => {
  const { id: modelRowId } = await byName('fake-text');
  for (const bad of [
    { inputPrice: -1 },
    { inputPrice: 1.5 },
    { outputPrice: 1e15 },
    { contextWindow: 0 },
    { name: '' },
    { name: 'a\u202eb' },
  ])
    await expectRefused(team.api.trpc.model.update.mutate({ modelRowId, ...bad }), 'invalidInput');
  for (const modelId of ['', ' ', 'a\0b', 'a\nb', '\ud800', 'x'.repeat(201)])
    await expectRefused(team.api.trpc.model.add.mutate({ providerId, modelId }), 'invalidInput');
});

it('are removed with their provider, and assistants that used them answer with the default', async () => {
  const { id: modelId } = await byName('fake-text');
  const assistant = await makeAssistant(server.db, {
    teamId: team.team.id,
    ownerId: team.owner.id,
    modelId,
  });
  const { trpc } = team.api;
  expect(await trpc.provider.get.query({ providerId })).toMatchObject({ assistants: 1 });
  await trpc.provider.remove.mutate({ providerId });
  await expectRefused(trpc.provider.get.query({ providerId }), 'notFound');
  const left = await server.db
    .selectFrom('assistant')
    .select('modelId')
    .where('id', '=', assistant.id)
    .executeTakeFirstOrThrow();
  expect(left.modelId).toBeNull();
});
