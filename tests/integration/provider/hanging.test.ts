import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { makeModel, makeProvider } from '@tandem/db/testing/factories/index';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPlaceId, sampleOf } from '../../contract/samples.ts';
import { named, procedures } from '../../contract/surface.ts';
import { startFakeProvider } from '../../fakes/provider/server.ts';
import type { Api } from '../../running/api.ts';
import { liveFor, until } from '../../running/live.ts';
import { makePlace, type Place } from '../../running/sample-data.ts';
import { type OwnServer, startTestServer } from '../harness/server.ts';
import { openTeam } from '../workspace/team.ts';

/** Timeout for listing a provider's models, in milliseconds: no person waits for that. */
const GIVEN_UP_MS = 5_000;
/** Longest response time on a busy machine; shorter than the timeout. */
const SOON_MS = 4_000;

let hanging: Server;
const sockets = new Set<Socket>();
let server: OwnServer;
let owner: Api;
let place: Place;
let ids: Record<string, string>;

beforeAll(async () => {
  hanging = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const apiHost = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/v1`;
  server = await startTestServer({ settings: { providerPrivateHosts: ['127.0.0.1'] } });
  const team = await openTeam(server);
  owner = team.api;
  place = await makePlace(server.db, team.team.id, team.owner.id, 'team');
  // Ones whose list was never read, and one whose model answers by default.
  await makeProvider(server.db, { apiHost });
  const { id: providerId } = await makeProvider(server.db, { apiHost, teamId: team.team.id });
  const known = await makeProvider(server.db, { apiHost, teamId: team.team.id });
  const { id: modelRowId } = await makeModel(server.db, { providerId: known.id });
  ids = { providerId, modelRowId };
});
afterAll(async () => {
  await server?.close();
  for (const socket of sockets) socket.destroy();
  hanging?.close();
});

/** The duration in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

describe('while a provider accepts connections and never answers', () => {
  const queries = procedures.filter(({ type }) => type === 'query');

  it.each(named(queries))('%s answers', async (name, way) => {
    const sample = sampleOf(way.schema, place);
    for (const key of Object.keys(sample)) if (!isPlaceId(key) && ids[key]) sample[key] = ids[key];
    const input = JSON.stringify(superjson.serialize(sample));
    let status = 0;
    const took = await timeOf(async () => {
      ({ status } = await owner.call('GET', `/api/${name}?${new URLSearchParams({ input })}`));
    });
    expect(status).toBeGreaterThanOrEqual(200);
    expect(took).toBeLessThan(SOON_MS);
  });

  it('it is still asked', async () => {
    await owner.trpc.model.list.query();
    await until('a connection', () => sockets.size > 0);
  });

  it('a message is stored and its answer starts, with the default model', async () => {
    const took = await timeOf(() =>
      owner.trpc.message.send.mutate({ channelId: place.channelId, text: 'Hello' }),
    );
    expect(took).toBeLessThan(SOON_MS);
    await owner.trpc.message.stop.mutate({ channelId: place.channelId });
  });

  it('so do all calls of a page at once', async () => {
    const { trpc } = owner;
    const took = await timeOf(() =>
      Promise.all([
        trpc.model.list.query(),
        trpc.message.list.query({ channelId: place.channelId }),
        trpc.provider.list.query(),
        trpc.budget.gauge.query({ channelId: place.channelId }),
      ]),
    );
    expect(took).toBeLessThan(SOON_MS);
    expect(GIVEN_UP_MS).toBeGreaterThan(SOON_MS);
  });
});

it('models discovered later are announced to everyone who may choose them', async () => {
  const fake = await startFakeProvider();
  const team = await openTeam(server);
  const other = await openTeam(server);
  const told: string[] = [];
  let begun = 0;
  const open = [team, other].map((each, index) => {
    const live = liveFor(server.url, { authorization: `Bearer ${each.api.token}` });
    live.client.live.me.subscribe(undefined, {
      onData: ({ data }) => {
        // The first word of every stream, once it hears of everything.
        if (data.type === 'notices') begun += 1;
        if (data.type === 'models') told.push(index === 0 ? 'own' : 'other');
      },
    });
    return live;
  });
  await until('both streams', () => begun >= 2);
  await makeProvider(server.db, { apiHost: fake.url, teamId: team.team.id });
  const models = async () => (await team.api.trpc.model.list.query()).map(({ modelId }) => modelId);
  await until('its models', async () => (await models()).includes('fake-text'), 15_000);
  await until('the news of them', () => told.length > 0);
  expect(told).toEqual(['own']);
  for (const each of open) await each.close();
  await fake.close();
});
