import { expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';

const server = useOwnServer({ settings: { trustProxy: 1 } });

const path = '/api/openapi.json';

it('answers 304 to a client that has it', async () => {
  const { headers } = await server.stranger.get(path);
  const tag = headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{43}"$/);
  const again = await server.stranger.call('GET', path, { headers: { 'if-none-match': `W/${tag}` } });
  expect(again.status).toBe(304);
  expect(again.text).toBe('');
});

it('is rate-limited by address', async () => {
  const from = (ip: string) => server.stranger.call('GET', path, { headers: { 'x-forwarded-for': ip } });
  const answers = await Promise.all(Array.from({ length: 61 }, () => from('203.0.113.4')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 429, code: 42900 });
  expect((await from('203.0.113.5')).status).toBe(200);
});
