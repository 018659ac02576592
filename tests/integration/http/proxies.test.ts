import { afterEach, describe, expect, it } from 'vitest';
import { type OwnServer, startTestServer } from '../harness/server.ts';

let server: OwnServer;
afterEach(() => server.close());

const VISITOR = '203.0.113.9';
/** The header that the proxy sends for a visitor's own header. */
const through = (claimed: string) => ({ 'x-forwarded-for': `${claimed}, ${VISITOR}` });

describe.each([
  { title: 'one proxy, declared as one', trustProxy: 1 },
  { title: 'one proxy, declared as two', trustProxy: 2 },
  { title: 'one proxy, declared as five', trustProxy: 5 },
  { title: 'one proxy, declared by its address', trustProxy: '127.0.0.1' },
])('behind $title', ({ trustProxy }) => {
  it('limits by address count a visitor who claims another with each request', async () => {
    server = await startTestServer({ settings: { trustProxy } });
    const statuses: number[] = [];
    for (let call = 0; call < 120 && !statuses.includes(429); call++) {
      const headers = { 'content-type': 'application/json', ...through(`198.51.100.${call % 250}`) };
      const raw = JSON.stringify({ email: `visitor-${call}@example.test` });
      statuses.push((await server.stranger.call('POST', '/api/user/sendEmailCode', { headers, raw })).status);
    }
    expect(statuses).toContain(429);
  });

  it.each(['127.0.0.1', '10.0.0.5', '::1', '127.0.0.1, 127.0.0.1, 127.0.0.1'])(
    'metrics stay closed to a visitor who claims to be %s',
    async (claimed) => {
      server = await startTestServer({ settings: { trustProxy } });
      const { status } = await server.stranger.call('GET', '/metrics', { headers: through(claimed) });
      expect(status).toBe(404);
    },
  );
});

it('metrics are open to the local network', async () => {
  server = await startTestServer({ settings: { trustProxy: 1 } });
  const direct = await server.stranger.call('GET', '/metrics');
  const inside = await server.stranger.call('GET', '/metrics', {
    headers: { 'x-forwarded-for': '10.1.2.3' },
  });
  expect([direct.status, inside.status]).toEqual([200, 200]);
});

it('two proxies of a private network are skipped to find the visitor', async () => {
  server = await startTestServer({ settings: { trustProxy: 2 } });
  const shut = await server.stranger.call('GET', '/metrics', {
    headers: { 'x-forwarded-for': `${VISITOR}, 10.0.0.2` },
  });
  expect(shut.status).toBe(404);
});

it('a header does not make a foreign page ours', async () => {
  server = await startTestServer({ settings: { trustProxy: 1, publicUrl: 'https://tandem.example.org' } });
  const write = (headers: Record<string, string>) =>
    server.stranger.call('POST', '/api/user/sendEmailCode', {
      headers: { 'content-type': 'application/json', ...headers },
      raw: JSON.stringify({ email: 'ada@example.test' }),
    });
  const elsewhere = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' };
  expect((await write(elsewhere)).status).toBe(403);
  expect((await write({ ...elsewhere, 'x-forwarded-proto': 'https' })).status).toBe(403);
  expect((await write({ origin: 'https://tandem.example.org' })).status).toBe(200);
});
