import { systemContext } from '@tandem/api/core/context';
import { ensureProviders, resolveModel } from '@tandem/api/models/provider/provider.service';
import { makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';
import { type OwnServer, startTestServer, type TestServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team } from './team.ts';

const noProviders = {
  openaiApiKey: null,
  openaiBaseUrl: null,
  anthropicApiKey: null,
  googleApiKey: null,
  ollamaUrl: null,
};
let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

const stored = (server: TestServer) =>
  server.db.selectFrom('provider').selectAll().orderBy('createdAt').orderBy('id').execute();
const modelIds = async (server: TestServer) =>
  (await server.db.selectFrom('model').select('modelId').orderBy('sort').execute()).map(
    ({ modelId }) => modelId,
  );

describe('models available to a team', () => {
  let server: OwnServer;
  let team: Team;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    team = await openTeam(server);
  });
  afterEach(async () => {
    await server.db.deleteFrom('provider').where('origin', 'is', null).execute();
    await server.db.updateTable('provider').set({ enabled: true }).execute();
  });

  const list = async () => (await team.api.trpc.model.list.query()).map(({ modelId }) => modelId);
  const resolve = (modelId: string | null) =>
    resolveModel(systemContext(server.platform, 'test'), { modelId, teamId: team.team.id });

  it('end with the built-in one, which always exists', async () => {
    expect(await team.api.trpc.model.list.query()).toEqual([
      {
        id: expect.any(String),
        modelId: 'tandem-guide',
        name: expect.any(String),
        kind: 'chat',
        abilities: { tools: true, vision: false, reasoning: false },
        contextWindow: expect.any(Number),
        ...{ inputPrice: 0, outputPrice: 0, imagePrice: 0 },
        provider: { id: expect.any(String), name: 'Tandem', kind: 'offline' },
      },
      expect.objectContaining({ modelId: 'tandem-draw', kind: 'image' }),
    ]);
    expect(await resolve(null)).toMatchObject({
      model: { modelId: 'tandem-guide' },
      connection: { kind: 'offline' },
    });
  });

  it('are the enabled ones of the team’s and the installation’s enabled providers', async () => {
    const other = await openTeam(server);
    const everyones = await makeProvider(server.db);
    await makeModel(server.db, { providerId: everyones.id, modelId: 'second', sort: 1 });
    await makeModel(server.db, { providerId: everyones.id, modelId: 'first', sort: 0 });
    await makeModel(server.db, { providerId: everyones.id, modelId: 'off', enabled: false });
    const own = await makeProvider(server.db, { teamId: team.team.id });
    await makeModel(server.db, { providerId: own.id, modelId: 'own' });
    const foreign = await makeProvider(server.db, { teamId: other.team.id });
    await makeModel(server.db, { providerId: foreign.id, modelId: 'foreign' });
    const disabled = await makeProvider(server.db, { enabled: false });
    await makeModel(server.db, { providerId: disabled.id, modelId: 'disabled' });
    expect(await list()).toEqual(['first', 'second', 'own', 'tandem-guide', 'tandem-draw']);
    expect((await resolve(null)).model.modelId).toBe('first');
  });

  it('answer on request, and are replaced by the default once disabled', async () => {
    const provider = await makeProvider(server.db, { teamId: team.team.id });
    const first = await makeModel(server.db, { providerId: provider.id, modelId: 'first', sort: 0 });
    const second = await makeModel(server.db, { providerId: provider.id, modelId: 'second', sort: 1 });
    expect((await resolve(second.id)).model.modelId).toBe('second');
    await server.db.updateTable('model').set({ enabled: false }).where('id', '=', second.id).execute();
    expect((await resolve(second.id)).model.modelId).toBe('first');
    await server.db.updateTable('provider').set({ enabled: false }).where('id', '=', provider.id).execute();
    expect((await resolve(first.id)).model.modelId).toBe('tandem-guide');
  });

  it('exclude those of others, and models that do not chat', async () => {
    const other = await openTeam(server);
    const foreign = await makeProvider(server.db, { teamId: other.team.id });
    const theirs = await makeModel(server.db, { providerId: foreign.id });
    const own = await makeProvider(server.db, { teamId: team.team.id });
    const image = await makeModel(server.db, { providerId: own.id, kind: 'image' });
    for (const modelId of [theirs.id, image.id, crypto.randomUUID()])
      await expect(resolve(modelId)).rejects.toMatchObject({ key: 'notFound' });
  });

  it('are none when operators disabled even the built-in one', async () => {
    await server.db.updateTable('provider').set({ enabled: false }).execute();
    expect(await list()).toEqual([]);
    await expect(resolve(null)).rejects.toMatchObject({ key: 'noModel' });
  });

  it('include those of a provider that was unreachable before', async () => {
    const provider = await makeProvider(server.db, {
      teamId: team.team.id,
      apiHost: 'http://127.0.0.1:9/v1',
    });
    expect(await list()).toEqual(['tandem-guide', 'tandem-draw']);
    expect((await resolve(null)).model.modelId).toBe('tandem-guide');
    await server.db.deleteFrom('provider').where('id', '=', provider.id).execute();
  });

  it('reject a key that belongs elsewhere', async () => {
    const provider = await makeProvider(server.db, {
      teamId: team.team.id,
      apiKey: Buffer.from('not a sealed key'),
    });
    const model = await makeModel(server.db, { providerId: provider.id });
    await expect(resolve(model.id)).rejects.toMatchObject({ key: 'notConfigured' });
    await makeProvider(server.db, { teamId: team.team.id, apiKey: Buffer.from('not a sealed key') });
    expect(await list()).toContain('tandem-guide');
  });

  it('are for members of a team', async () => {
    expect((await server.stranger.get('/api/model.list')).status).toBe(401);
    const { api } = await team.person('guest');
    expect(await api.trpc.model.list.query()).toHaveLength(2);
    await expectRefused(
      api.trpc.model.list.query({ teamId: team.team.id } as unknown as Record<string, never>),
      'invalidInput',
    );
  });
});

describe('providers of the environment', () => {
  it('are created once, however many servers start together, with encrypted keys', async () => {
    const providers = { ...noProviders, openaiBaseUrl: fake.urls.openai, openaiApiKey: 'sk-very-secret' };
    const server = await startTestServer({ settings: { providers } });
    try {
      const [found, builtIn] = await stored(server);
      expect(found).toMatchObject({
        kind: 'openai-compatible',
        teamId: null,
        origin: 'openai',
        enabled: true,
      });
      expect(builtIn).toMatchObject({ kind: 'offline', name: 'Tandem', apiKey: null });
      expect(found?.apiKey?.toString('latin1')).not.toContain('sk-very-secret');
      expect(found?.originFingerprint).not.toContain('sk-very-secret');
      expect(await modelIds(server)).toEqual(expect.arrayContaining(['fake-text', 'tandem-guide']));
      const asked = fake.requests.length;
      await Promise.all(Array.from({ length: 8 }, () => ensureProviders(server.platform)));
      expect(await stored(server)).toHaveLength(2);
      expect(fake.requests.length).toBe(asked);

      await server.db.deleteFrom('provider').execute();
      await Promise.all(Array.from({ length: 8 }, () => ensureProviders(server.platform)));
      expect(await stored(server)).toHaveLength(2);

      const team = await openTeam(server);
      const ctx = systemContext(server.platform, 'test');
      const { model, connection } = await resolveModel(ctx, { modelId: null, teamId: team.team.id });
      expect(model.kind).toBe('chat');
      expect(connection).toMatchObject({
        apiKey: 'sk-very-secret',
        apiHost: expect.stringContaining('127.0.0.1'),
      });
    } finally {
      await server.close();
    }
  });

  it('follow changes in the environment, and keep changes by people', async () => {
    const server = await startTestServer();
    const { platform } = server;
    const start = (values: Partial<typeof noProviders & { [key: string]: string }>) =>
      ensureProviders({
        ...platform,
        instances: new Map(),
        settings: { ...platform.settings, providers: { ...noProviders, ...values } },
      });
    try {
      await start({ openaiBaseUrl: fake.urls.openai, openaiApiKey: 'wrong' } as object);
      const [, before] = await stored(server);
      await server.db
        .updateTable('provider')
        .set({ name: 'Ours', enabled: false, keepAliveTime: 60 })
        .where('origin', '=', 'openai')
        .execute();
      await start({ openaiBaseUrl: fake.urls.openai, openaiApiKey: 'wrong' } as object);
      expect((await stored(server))[1]).toMatchObject({ id: before?.id, name: 'Ours', enabled: false });
      await start({ openaiBaseUrl: fake.urls.openai, openaiApiKey: 'right' } as object);
      const [, after] = await stored(server);
      expect(after).toMatchObject({ id: before?.id, enabled: false, keepAliveTime: 60 });
      expect(after?.apiKey).not.toEqual(before?.apiKey);
      await start({});
      expect(await stored(server)).toHaveLength(2);
    } finally {
      await server.close();
    }
  });
});
