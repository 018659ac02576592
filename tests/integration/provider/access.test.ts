import { makeProvider } from '@tandem/db/testing/factories/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';
import type { Api } from '../../running/api.ts';
import type { OwnServer } from '../harness/server.ts';
import { expectRefused, type Team } from '../workspace/team.ts';
import { allRefused, create, laterAdministrator, startAdministered } from './administering.ts';

let server: OwnServer;
let first: Team;
let fake: FakeProvider;
let later: Api;
beforeAll(async () => {
  [{ server, first }, fake] = await Promise.all([startAdministered(), startFakeProvider()]);
  later = await laterAdministrator(server);
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

const listOf = async (api: Api) => (await api.trpc.provider.list.query()).list;

it('shows the installation’s to every administrator, without their host, to be changed by operators', async () => {
  const { id: providerId } = await create(first.api, fake, { scope: 'installation', name: 'For all' });
  const seen = (await listOf(later)).find(({ id }) => id === providerId);
  expect(seen).toMatchObject({
    scope: 'installation',
    apiHost: '',
    abilities: { change: false, connect: false, remove: false },
  });
  await allRefused(
    [
      later.trpc.provider.update.mutate({ providerId, enabled: false }),
      later.trpc.provider.test.mutate({ providerId }),
      later.trpc.provider.refresh.mutate({ providerId }),
      later.trpc.provider.remove.mutate({ providerId }),
      later.trpc.model.add.mutate({ providerId, modelId: 'mine' }),
      create(later, fake, { scope: 'installation' }),
    ],
    'forbidden',
  );
  const row = await later.put(`/api/admin/aiModel/${providerId}`, { enabled: 0 });
  expect(row.status).toBe(403);
  expect(await first.api.trpc.provider.update.mutate({ providerId, enabled: false })).toMatchObject({
    enabled: false,
    abilities: { change: true, connect: true, remove: true },
  });
});

it('hides a team’s from other teams, and all from non-administrators', async () => {
  const { id: providerId } = await create(later, fake, { name: 'Ours' });
  expect((await listOf(later)).map(({ name }) => name)).toContain('Ours');
  expect((await listOf(first.api)).map(({ name }) => name)).not.toContain('Ours');
  await expectRefused(first.api.trpc.provider.get.query({ providerId }), 'notFound');
  for (const role of ['member', 'guest'] as const) {
    const { api } = await first.person(role);
    await expectRefused(api.trpc.provider.list.query(), 'forbidden');
    expect((await api.get('/api/admin/aiModel/-/allList')).status).toBe(403);
    expect((await api.get('/api/aiModel/-/list')).status).toBe(200);
  }
});

it('allows the built-in one to be switched, and nothing else', async () => {
  const { trpc } = first.api;
  const builtIn = (await listOf(first.api)).find(({ kind }) => kind === 'offline');
  if (!builtIn) throw new Error('no built-in provider');
  expect(builtIn.abilities).toEqual({ change: true, connect: false, remove: false });
  const providerId = builtIn.id;
  await allRefused(
    [
      trpc.provider.update.mutate({ providerId, name: 'Another' }),
      trpc.provider.update.mutate({ providerId, apiKey: 'key' }),
      trpc.provider.update.mutate({ providerId, keepAliveTime: 5 }),
      trpc.provider.remove.mutate({ providerId }),
      trpc.model.add.mutate({ providerId, modelId: 'more' }),
    ],
    'providerBuiltIn',
  );
  expect(await trpc.provider.test.mutate({ providerId })).toMatchObject({ problem: null });
  for (const enabled of [false, true])
    expect(await trpc.provider.update.mutate({ providerId, enabled })).toMatchObject({ enabled });
});

it('leaves key, host and name of environment providers to the environment', async () => {
  const { trpc } = first.api;
  const { id: providerId } = await makeProvider(server.db, {
    origin: 'openai',
    originFingerprint: 'x',
    kind: 'openai',
    apiHost: fake.url,
  });
  // The environment does not name it any more: it is a provider like others.
  expect((await trpc.provider.get.query({ providerId })).isFromEnvironment).toBe(false);
  const { settings } = server.platform;
  const before = settings.providers;
  settings.providers = { ...before, openaiApiKey: 'of the environment' };
  try {
    expect(await trpc.provider.get.query({ providerId })).toMatchObject({
      isFromEnvironment: true,
      abilities: { change: true, connect: false, remove: false },
    });
    for (const change of [{ name: 'X' }, { apiHost: 'https://example.test' }, { apiKey: 'k' }])
      await expectRefused(trpc.provider.update.mutate({ providerId, ...change }), 'providerFromEnvironment');
    await expectRefused(trpc.provider.remove.mutate({ providerId }), 'providerFromEnvironment');
    expect(
      await trpc.provider.update.mutate({ providerId, enabled: false, keepAliveTime: 60, apiHost: fake.url }),
    ).toMatchObject({ enabled: false, keepAliveTime: 60, keyDropped: false });
  } finally {
    settings.providers = before;
  }
  await trpc.provider.update.mutate({ providerId, apiKey: 'ours-now' });
  await trpc.provider.remove.mutate({ providerId });
});

it('allows no more than a team needs, even with many calls at once', async () => {
  const many = () => Promise.allSettled(Array.from({ length: 20 }, () => create(later, fake)));
  const made = [...(await many()), ...(await many())];
  const refused = made.filter((each) => each.status === 'rejected');
  expect((await listOf(later)).filter(({ scope }) => scope === 'team')).toHaveLength(30);
  expect(refused[0]).toMatchObject({ reason: { data: { key: 'tooManyProviders' } } });
});

it('records changes in the team’s audit log', async () => {
  const { trpc } = first.api;
  const { id: providerId } = await create(first.api, fake, { name: 'Audited' });
  await trpc.provider.update.mutate({ providerId, enabled: false });
  const { id: modelRowId } = await trpc.model.add.mutate({ providerId, modelId: 'm' });
  await trpc.model.update.mutate({ modelRowId, inputPrice: 7 });
  await trpc.provider.remove.mutate({ providerId });
  const entries = await server.db
    .selectFrom('audit_entry')
    .select(['action', 'targetName', 'detail', 'teamId'])
    .where('targetId', 'in', [providerId, modelRowId])
    .orderBy('number')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'provider.create',
    'provider.update',
    'model.create',
    'model.update',
    'provider.remove',
  ]);
  expect(entries[1]).toMatchObject({ targetName: 'Audited', detail: { enabled: false } });
  expect(entries[3]).toMatchObject({ targetName: 'm', detail: { inputPrice: 7 }, teamId: first.team.id });
});
