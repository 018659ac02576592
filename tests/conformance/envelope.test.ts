import { afterAll, expect, it } from 'vitest';
import { as, closeDatabase, sharedServer, stranger } from '../running/shared-server.ts';

afterAll(closeDatabase);

const { shared } = sharedServer.sample;
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('C13: success is code 0, an empty message and the data', async () => {
  const answer = await as('owner').get('/api/user/profile');
  expect(answer.body).toEqual({ code: 0, msg: '', data: expect.objectContaining({ name: 'The owner' }) });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
});

it('C13: an empty result is null as data', async () => {
  const answer = await stranger.get('/api/user/logout');
  expect(answer.body).toEqual({ code: 0, msg: '', data: null });
});

it('C14: a failure has a code, a sentence and null as its data', async () => {
  const answer = await stranger.get('/api/user/profile');
  expect(answer.body).toEqual({ code: expect.any(Number), msg: expect.any(String), data: null });
  expect(answer.code).not.toBe(0);
  expect(answer.msg).toMatch(/\w+.*\.$/);
});

it('C14: the sentence of a failure is in the reader’s language', async () => {
  const headers = { 'accept-language': 'zh-CN,zh;q=0.9' };
  expect((await stranger.call('GET', '/api/user/profile', { headers })).msg).toMatch(/\p{Script=Han}/u);
});

it('C12: no refusal meant for people has a status above 499 other than 512', async () => {
  const refusals = await Promise.all([
    stranger.get('/api/user/profile'),
    stranger.get('/api/nothing'),
    stranger.post('/api/user/login', { email: 'x', code: '1' }),
    as('member').get(`/api/channel/${sharedServer.sample.closed.channelId}`),
    as('member').call('PATCH', '/api/space/list'),
  ]);
  for (const { status } of refusals) expect(status === 512 || status < 500).toBe(true);
});

it('C20: ids of new things are version-4 UUIDs, those of users numbers', async () => {
  const app = await as('owner').post('/api/app', { name: 'An app', type: 'chat' });
  const channel = await as('owner').post(`/api/app/${shared.appId}/channel`, { name: 'A channel' });
  const { messageId } = await sendTo((channel.data as { id: string }).id);
  for (const id of [(app.data as { id: string }).id, (channel.data as { id: string }).id, messageId])
    expect(id).toMatch(UUID_4);
  expect(channel.data).toMatchObject({ channelGuid: (channel.data as { id: string }).id });
  expect((await as('owner').get('/api/user/profile')).data).toMatchObject({ id: expect.any(Number) });
});

async function sendTo(channelId: string): Promise<{ messageId: string }> {
  await as('owner').trpc.message.send.mutate({ channelId, text: 'Hello' });
  const { list } = await as('owner').trpc.message.list.query({ channelId });
  return { messageId: list[0]?.id ?? '' };
}

it('C40: pagination is accepted as one JSON value and as flat parameters', async () => {
  const path = `/api/channel/${shared.channelId}/history`;
  const asJson = await as('owner').get(path, { pagination: { currentPage: 2, pageSize: 1 } });
  const flat = await as('owner').get(path, { currentPage: 2, pageSize: 1 });
  expect(asJson.data).toMatchObject({ pagination: { currentPage: 2, pageSize: 1, total: 2 } });
  expect(flat.body).toEqual(asJson.body);
  expect((asJson.data as { list: { role: string }[] }).list.map(({ role }) => role)).toEqual(['user']);
});

it('C40: pages come newest first, and oldest first within a page; ten by default', async () => {
  const path = `/api/channel/${shared.channelId}/history`;
  const whole = (await as('owner').get(path)).data as { list: { role: string }[]; pagination: object };
  expect(whole.list.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(whole.pagination).toEqual({ currentPage: 1, pageSize: 10, total: 2 });
});

it('C40: invalid pagination is refused', async () => {
  const path = `/api/channel/${shared.channelId}/history`;
  for (const pagination of ['{', '[]', '"1"', { currentPage: 0 }, { pageSize: 1_000 }, { pageSize: 'x' }])
    expect((await as('owner').get(path, { pagination })).status).toBe(400);
});

it('C41: a language file is plain JSON, and a missing one is 404, never the page', async () => {
  const found = await stranger.get('/static/locales/en/error.json');
  expect(found.status).toBe(200);
  expect(found.headers.get('content-type')).toMatch(/^application\/json/);
  expect(found.body).toHaveProperty('notFound');
  for (const path of [
    '/static/locales/en/nothing.json',
    '/static/locales/xx/common.json',
    '/static/locales/',
    '/static/locales/en/',
    '/static/locales/..%2f..%2fpackage.json',
    '/static/locales/en/common.json%00.png',
  ]) {
    const missing = await stranger.call('GET', path, { headers: { accept: 'text/html,*/*' } });
    expect(missing.status, path).toBe(404);
    expect(missing.text, path).not.toMatch(/<html|"workspaces"/i);
  }
});

it('C33: without third parties none is offered', async () => {
  expect((await stranger.get('/api/oauth/support')).data).toEqual([]);
});
