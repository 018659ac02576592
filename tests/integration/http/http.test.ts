import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTestServer, useOwnServer } from '../harness/server.ts';

const server = useOwnServer();

/** Sends raw bytes and returns the response until the server closes the connection. */
async function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

const json = { 'content-type': 'application/json' };

describe('the HTTP server', () => {
  it('answers broken requests with 4xx in the envelope', async () => {
    const { stranger } = server;
    const cases: [number, Awaited<ReturnType<typeof stranger.call>>][] = [
      [400, await stranger.call('POST', '/api/user/login', { raw: '{"email":', headers: json })],
      [400, await stranger.call('POST', '/api/user/login', { raw: '', headers: json })],
      [400, await stranger.call('GET', '/api/%E0%A4%A')],
      [400, await stranger.call('POST', '/api/user/login', { raw: '{"__proto__":{"a":1}}', headers: json })],
      [404, await stranger.get('/api/nothing/at/all')],
      [404, await stranger.get('/api/nothing')],
      [405, await stranger.call('DELETE', '/api/user/login')],
      [
        413,
        await stranger.call('POST', '/api/user/login', { raw: `"${'x'.repeat(1_100_000)}"`, headers: json }),
      ],
      [
        415,
        await stranger.call('POST', '/api/user/login', {
          raw: 'a=b',
          headers: { 'content-type': 'text/plain' },
        }),
      ],
    ];
    for (const [status, answer] of cases) {
      expect(answer.status, answer.text).toBe(status);
      expect(answer.body).toMatchObject({ code: expect.any(Number), msg: expect.any(String), data: null });
      expect(answer.msg).not.toBe('');
    }
  });

  it('does not read a stranger’s long body', async () => {
    const { stranger } = server;
    const body = `{"email":"${'x'.repeat(70_000)}"}`;
    const login = await stranger.call('POST', '/api/user/login', { raw: body, headers: json });
    expect(login).toMatchObject({ status: 413, code: 41300 });
    const typed = await stranger.call('POST', '/api/system.setting', { raw: body, headers: json });
    expect(typed.status).toBe(413);
    // Not even that it is no JSON is said to whom the row is not for.
    const broken = await stranger.call('POST', '/api/app', { raw: '{', headers: json });
    expect(broken).toMatchObject({ status: 401, code: 40100 });
    const head =
      'POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n';
    expect(await raw(`${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 413 /,
    );
  });

  it('answers even malformed requests, and hangs up', async () => {
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*\r\n\r\n\{"code":40000,/);
    const overflow = await raw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect(overflow).toMatch(/^HTTP\/1.1 431 [\s\S]*\r\n\r\n\{"code":43100,/);
  });

  it('gives every request an id, and every response security headers', async () => {
    for (const path of ['/healthz', '/api/nothing', '/api/system/setting']) {
      const { headers } = await server.stranger.get(path);
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toMatch(/deny|sameorigin/i);
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('reports its health, and its metrics to neighbours only', async () => {
    expect((await server.stranger.get('/healthz')).status).toBe(200);
    expect((await server.stranger.get('/readyz')).body).toMatchObject({
      ok: true,
      database: true,
      queue: true,
    });
    const metrics = await server.stranger.get('/metrics');
    expect(metrics.text).toMatch(/^tandem_http_request_seconds_count\{.*route="\/healthz"/m);
    // Through a proxy we were not told of, anyone may have asked.
    const forwarded = await server.stranger.call('GET', '/metrics', {
      headers: { 'x-forwarded-for': '10.0.0.1' },
    });
    expect(forwarded.status).toBe(404);
  });
});

describe('behind proxies', () => {
  const ipFor = async (trustProxy: number | string, forwarded: string) => {
    const proxied = await startTestServer({ settings: { trustProxy } });
    try {
      const { status } = await proxied.stranger.call('GET', '/metrics', {
        headers: { 'x-forwarded-for': forwarded },
      });
      return status === 200 ? 'inside' : 'outside';
    } finally {
      await proxied.close();
    }
  };

  it('trusts only the declared number', async () => {
    expect(await ipFor(1, '10.0.0.1, 203.0.113.9')).toBe('outside');
    expect(await ipFor(1, '203.0.113.9, 10.0.0.1')).toBe('inside');
    expect(await ipFor(2, '203.0.113.9, 10.0.0.1')).toBe('outside');
    expect(await ipFor('loopback', '10.0.0.1, 203.0.113.9')).toBe('outside');
  });
});
