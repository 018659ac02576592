import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';
import { type OwnServer, startTestServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team } from '../workspace/team.ts';
import { create, KEY, startAdministered } from './administering.ts';

let server: OwnServer;
let fake: FakeProvider;
/** A third party's service, which records its requests. */
let stranger: FakeProvider;
let team: Team;
beforeAll(async () => {
  [{ server }, fake, stranger] = await Promise.all([
    startAdministered(),
    startFakeProvider(),
    startFakeProvider(),
  ]);
});
beforeEach(async () => {
  team = await openTeam(server);
  fake.requests.length = 0;
  stranger.requests.length = 0;
});
afterAll(async () => {
  await server.close();
  await Promise.all([fake.close(), stranger.close()]);
});

const storedKey = async (id: string) =>
  (await server.db.selectFrom('provider').select('apiKey').where('id', '=', id).executeTakeFirstOrThrow())
    .apiKey;

it('is never returned, by any call, and encrypted at rest', async () => {
  const { id: providerId } = await create(team.api, fake);
  const { trpc } = team.api;
  const told = JSON.stringify([
    await trpc.provider.list.query(),
    await trpc.provider.all.query(),
    await trpc.provider.get.query({ providerId }),
    await trpc.provider.refresh.mutate({ providerId }),
    await trpc.provider.test.mutate({ providerId }),
    await trpc.provider.update.mutate({ providerId, apiKey: KEY }),
    (await team.api.get('/api/admin/aiModel/-/allList')).body,
    (await team.api.get(`/api/admin/aiModel/${providerId}/modelList`)).body,
    (await team.api.put(`/api/admin/aiModel/${providerId}`, { apiKey: { key: KEY } })).body,
  ]);
  expect(told).toContain('hasKey');
  expect(told).not.toContain(KEY);
  expect((await storedKey(providerId))?.toString('latin1')).not.toContain(KEY);
  const entries = await server.db.selectFrom('audit_entry').selectAll().execute();
  expect(entries.length).toBeGreaterThan(0);
  expect(JSON.stringify(entries)).not.toContain(KEY);
});

it('is dropped when the host is changed, and never reaches the new one', async () => {
  const { id: providerId } = await create(team.api, fake);
  const { trpc } = team.api;
  await trpc.provider.refresh.mutate({ providerId });
  const moved = await trpc.provider.update.mutate({ providerId, apiHost: stranger.url });
  expect(moved).toMatchObject({ keyDropped: true, hasKey: false, apiHost: stranger.url, listedAt: null });
  expect(await storedKey(providerId)).toBeNull();
  await trpc.provider.refresh.mutate({ providerId });
  await trpc.provider.test.mutate({ providerId });
  expect(stranger.requests.length).toBeGreaterThan(1);
  expect(JSON.stringify(stranger.requests)).not.toContain(KEY);
  // Nor does it come back with the former host.
  expect(await trpc.provider.update.mutate({ providerId, apiHost: fake.url })).toMatchObject({
    hasKey: false,
    keyDropped: false,
  });
});

it('is dropped by REST too, even when put back as read', async () => {
  const { id } = await create(team.api, fake);
  const list = (await team.api.get('/api/admin/aiModel/-/allList')).data as { id: string }[];
  const read = list.find((provider) => provider.id === id);
  const put = await team.api.put(`/api/admin/aiModel/${id}`, { ...read, apiHost: stranger.url });
  expect(put.data).toMatchObject({ hasKey: false, apiKey: { key: '' } });
  await team.api.trpc.provider.refresh.mutate({ providerId: id });
  expect(JSON.stringify(stranger.requests)).not.toContain(KEY);
});

it('is kept for another path of the same host, and goes to a new host when given with it', async () => {
  const { id: providerId } = await create(team.api, fake);
  const { trpc } = team.api;
  const elsewhere = `${new URL(fake.url).origin}/elsewhere`;
  expect(await trpc.provider.update.mutate({ providerId, apiHost: elsewhere })).toMatchObject({
    hasKey: true,
    keyDropped: false,
  });
  await trpc.provider.update.mutate({ providerId, apiHost: stranger.url, apiKey: 'another-key' });
  await trpc.provider.refresh.mutate({ providerId });
  expect(stranger.requests[0]?.headers.authorization).toBe('Bearer another-key');
});

it('can be removed, and is unchanged by an empty one', async () => {
  const { id: providerId } = await create(team.api, fake);
  const { trpc } = team.api;
  for (const apiKey of ['', { key: '' }])
    expect(await trpc.provider.update.mutate({ providerId, apiKey })).toMatchObject({ hasKey: true });
  expect(await trpc.provider.update.mutate({ providerId, apiKey: null })).toMatchObject({ hasKey: false });
});

it('must be a valid header value', async () => {
  for (const apiKey of ['two words', 'line\r\nx: y', 'schlüssel', 'k'.repeat(5_000)])
    await expectRefused(create(team.api, fake, { apiKey }), 'invalidInput');
});

it('does not open under another secret, and says so', async () => {
  const { id: providerId } = await create(team.api, fake);
  await server.db
    .updateTable('provider')
    .set({ apiKey: Buffer.alloc(60, 1) })
    .where('id', '=', providerId)
    .execute();
  await expectRefused(team.api.trpc.provider.test.mutate({ providerId }), 'notConfigured');
  await team.api.trpc.provider.update.mutate({ providerId, apiKey: KEY });
  expect(await team.api.trpc.provider.test.mutate({ providerId })).toMatchObject({ problem: null });
});

it('goes to no private host unless the operator opened it', async () => {
  const closed = await startTestServer();
  const { api } = await openTeam(closed);
  const { id: providerId } = await create(api, fake);
  for (const apiHost of [fake.url, 'http://169.254.169.254/v1', 'http://[::1]:80/v1', 'http://10.0.0.1'])
    expect([
      apiHost,
      (await api.trpc.provider.update.mutate({ providerId, apiHost, apiKey: KEY })).hasKey,
      await api.trpc.provider.refresh.mutate({ providerId }),
    ]).toEqual([apiHost, true, { problem: { key: 'provider.addressRefused' } }]);
  expect(fake.requests).toHaveLength(0);
  for (const apiHost of ['ftp://example.test', 'https://user:pass@example.test/v1', 'http://'])
    await expectRefused(api.trpc.provider.update.mutate({ providerId, apiHost }), 'badProviderHost');
  await closed.close();
});
