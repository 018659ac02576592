import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, closeDatabase, sharedServer } from '../running/shared-server.ts';

/** A provider in the words of row 1. */
interface Row {
  id: string;
  name: string;
  [key: string]: unknown;
}
const KEY = 'sk-of-the-showcase';
const admin = as('owner');

let id: string;
beforeAll(async () => {
  const input = { apiKey: KEY, apiHost: sharedServer.providerUrl, token: 'fake-text' };
  ({ id } = await admin.trpc.provider.addShowcase.mutate(input));
});
afterAll(async () => {
  await admin.trpc.provider.remove.mutate({ providerId: id });
  await closeDatabase();
});

async function row(): Promise<Row> {
  const answer = await admin.get('/api/admin/aiModel/-/allList');
  expect(answer).toMatchObject({ status: 200, code: 0 });
  const found = (answer.data as Row[]).find((each) => each.id === id);
  if (!found) throw new Error('no showcase');
  return found;
}

it('C32: the showcase is set up in one call, and listed in its exact shape', async () => {
  expect(await row()).toEqual({
    id,
    name: 'Showcase',
    kind: 'openai-compatible',
    scope: 'team',
    apiKey: { key: '' },
    hasKey: true,
    isFromEnvironment: false,
    apiHost: sharedServer.providerUrl,
    keepAliveTime: 0,
    enabled: 1,
    modelList: [
      { modelId: 'gpt-4o-mini', enabled: true },
      { modelId: 'dall-e-3', enabled: true },
      { modelId: 'fake-text', enabled: true },
    ],
  });
  const models = (await admin.get(`/api/admin/aiModel/${id}/modelList`)).data as Row[];
  expect(models.map(({ modelId, kind }) => [modelId, kind])).toEqual([
    ['gpt-4o-mini', 'chat'],
    ['dall-e-3', 'image'],
    ['fake-text', 'chat'],
  ]);
  const offered = (await as('member').get('/api/aiModel/-/list')).data as Row[];
  expect(offered.map(({ modelId }) => modelId)).toEqual(
    expect.arrayContaining(['gpt-4o-mini', 'dall-e-3', 'fake-text']),
  );
});

describe.each(['PUT', 'PATCH'])('by %s', (verb) => {
  const change = (body: unknown) => admin.call(verb, `/api/admin/aiModel/${id}`, { body });

  it('C34: a provider is changed the same way', async () => {
    const answer = await change({
      enabled: 0,
      keepAliveTime: 60,
      modelList: [{ modelId: 'dall-e-3', enabled: 0 }],
    });
    expect(answer).toMatchObject({ status: 200, code: 0 });
    const changed = await row();
    expect(answer.data).toEqual(changed);
    expect(changed).toMatchObject({
      enabled: 0,
      keepAliveTime: 60,
      hasKey: true,
      modelList: [
        { modelId: 'gpt-4o-mini', enabled: true },
        { modelId: 'dall-e-3', enabled: false },
        { modelId: 'fake-text', enabled: true },
      ],
    });
    const undone = await change({
      enabled: true,
      keepAliveTime: 0,
      modelList: [{ modelId: 'dall-e-3', enabled: true }],
    });
    expect(undone.status).toBe(200);
  });

  it('C34: the representation that was read can be put back, and changes nothing', async () => {
    const read = await row();
    expect(await change(read)).toMatchObject({ status: 200, data: read });
  });

  it('C34: the key is accepted alone or as {key}, and never returned', async () => {
    for (const apiKey of [KEY, { key: KEY }]) {
      const answer = await change({ apiKey });
      expect(answer.data).toMatchObject({ apiKey: { key: '' }, hasKey: true });
      expect(answer.text).not.toContain(KEY);
    }
  });

  it('C34: read-only keys are refused, and nothing is changed', async () => {
    const before = await row();
    for (const body of [
      { teamId: sharedServer.sample.foreign.teamId, enabled: 0 },
      { origin: 'openai' },
      { creatorId: 1 },
      { providerId: id, enabled: 0 },
      { enabled: 2 },
      { keepAliveTime: -1 },
      { apiKey: { key: KEY, host: 'x' } },
      { apiHost: 'ftp://example.test' },
      { modelList: [{ modelId: 'gpt-4o-mini', enabled: 1, price: 0 }] },
    ])
      expect((await change(body)).status, JSON.stringify(body)).toBe(400);
    expect(await row()).toEqual(before);
  });
});
