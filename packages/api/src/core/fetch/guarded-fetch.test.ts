import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';

let server: Server;
let port: number;
let handler: RequestListener;
let seen: IncomingMessage[];
const opened: GuardedFetch[] = [];

function guarded(options: Partial<GuardedFetchOptions> = {}): GuardedFetch {
  const fetcher = createGuardedFetch({ allowPrivateHosts: [], ...options });
  opened.push(fetcher);
  return fetcher;
}

/** A fetcher for which `site.test` and `other.test` are this machine. */
function local(options: Partial<GuardedFetchOptions> = {}): GuardedFetch {
  return guarded({
    allowPrivatePages: ['site.test', 'other.test'],
    resolve: async () => ['127.0.0.1'],
    ...options,
  });
}

beforeEach(async () => {
  seen = [];
  handler = (_request, response) => response.end('hello');
  server = createServer((request, response) => {
    seen.push(request);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((fetcher) => fetcher.close()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function redirectTo(location: string | undefined, status = 302): RequestListener {
  return (_request, response) => response.writeHead(status, location === undefined ? {} : { location }).end();
}

describe('addresses that are refused', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://168.63.129.16/',
    'http://100.64.0.1/',
    'http://10.1.2.3/',
    'http://224.0.0.1/',
    'http://①②⑦.⓪.⓪.①:PORT/',
  ])('%s', async (url) => {
    await expect(guarded().fetchPage(url.replace('PORT', String(port)))).rejects.toMatchObject({
      name: 'FetchRefused',
      reason: 'address',
    });
    expect(seen).toHaveLength(0);
  });

  test.each([
    ['file:///etc/passwd', 'scheme'],
    ['ftp://example.com/', 'scheme'],
    ['data:text/plain,hello', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['http://user:secret@example.com/', 'credentials'],
    ['http://user@example.com/', 'credentials'],
    ['/etc/passwd', 'invalid'],
    ['', 'invalid'],
    ['http://', 'invalid'],
    ['http://exa mple.com/', 'invalid'],
    [`http://example.com/${'a'.repeat(9000)}`, 'invalid'],
  ])('%s is %s', async (url, reason) => {
    await expect(guarded().fetchPage(url)).rejects.toMatchObject({ name: 'FetchRefused', reason });
  });

  test('a public name that resolves to a private address', async () => {
    const fetcher = guarded({ resolve: async () => ['127.0.0.1'] });
    await expect(fetcher.fetchPage(`http://site.test:${port}/`)).rejects.toMatchObject({ reason: 'address' });
    expect(seen).toHaveLength(0);
  });

  test('a name with one private address among public ones', async () => {
    const fetcher = guarded({ resolve: async () => ['93.184.216.34', '127.0.0.1'] });
    await expect(fetcher.fetchPage(`http://site.test:${port}/`)).rejects.toMatchObject({ reason: 'address' });
  });

  test('metadata addresses, even for a host that the operator opened', async () => {
    const fetcher = guarded({ allowPrivatePages: ['site.test'], resolve: async () => ['169.254.169.254'] });
    await expect(fetcher.fetchPage('http://site.test/')).rejects.toMatchObject({ reason: 'address' });
  });

  test('hosts opened for providers stay closed for pages', async () => {
    const fetcher = guarded({ allowPrivateHosts: ['127.0.0.1'] });
    await expect(fetcher.fetchPage(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'address' });
  });
});

describe('rebinding', () => {
  test('the judged address is the one dialled: a name is resolved once per connection', async () => {
    let calls = 0;
    const fetcher = local({
      resolve: async () => {
        calls++;
        return [calls === 1 ? '127.0.0.1' : '169.254.169.254'];
      },
    });
    const page = await fetcher.fetchPage(`http://site.test:${port}/`);
    expect(Buffer.from(page.body).toString()).toBe('hello');
    expect(calls).toBe(1);
  });

  test('a new connection is judged again', async () => {
    handler = (_request, response) => response.writeHead(200, { connection: 'close' }).end('once');
    const answers = ['127.0.0.1', '169.254.169.254'];
    const fetcher = local({ resolve: async () => [answers.shift() ?? '169.254.169.254'] });
    await fetcher.fetchPage(`http://site.test:${port}/`);
    await expect(fetcher.fetchPage(`http://site.test:${port}/`)).rejects.toMatchObject({ reason: 'address' });
    expect(seen).toHaveLength(1);
  });

  test('the name stays in the Host header', async () => {
    await local().fetchPage(`http://site.test:${port}/a?b=c`);
    expect(seen[0]?.headers.host).toBe(`site.test:${port}`);
    expect(seen[0]?.url).toBe('/a?b=c');
  });
});

describe('redirects of a page', () => {
  test('are followed, also to another host, without cookies or authorisation', async () => {
    handler = (request, response) => {
      if (request.url === '/') {
        response.writeHead(302, { location: `http://other.test:${port}/next`, 'set-cookie': 'a=b' }).end();
      } else response.end('there');
    };
    const page = await local().fetchPage(`http://site.test:${port}/`);
    expect(page.url).toBe(`http://other.test:${port}/next`);
    expect(seen[1]?.headers.cookie).toBeUndefined();
    expect(seen[1]?.headers.authorization).toBeUndefined();
    expect(seen[1]?.headers.referer).toBeUndefined();
  });

  test.each([
    ['http://127.0.0.1/', 'address'],
    ['http://169.254.169.254/latest', 'address'],
    ['http://[::1]/', 'address'],
    ['file:///etc/passwd', 'scheme'],
    ['http://a:b@other.test/', 'credentials'],
    [undefined, 'redirects'],
  ])('to %s are refused as %s', async (location, reason) => {
    handler = redirectTo(location);
    await expect(local().fetchPage(`http://site.test:${port}/`)).rejects.toMatchObject({ reason });
    expect(seen).toHaveLength(1);
  });

  test('stop after five', async () => {
    handler = redirectTo('/again');
    await expect(local().fetchPage(`http://site.test:${port}/`)).rejects.toMatchObject({
      reason: 'redirects',
    });
    expect(seen).toHaveLength(6);
  });
});

describe('limits of a page', () => {
  test('a long body is cut and said to be', async () => {
    handler = (_request, response) => response.end(Buffer.alloc(300_000, 65));
    const page = await local().fetchPage(`http://site.test:${port}/`, { maxBytes: 1000 });
    expect(page).toMatchObject({ truncated: true, status: 200 });
    expect(page.body.byteLength).toBe(1000);
  });

  test('a compressed bomb is cut after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    handler = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    const page = await local().fetchPage(`http://site.test:${port}/`, { maxBytes: 10_000 });
    expect(page.body.byteLength).toBe(10_000);
    expect(page.truncated).toBe(true);
  });

  test('an exact fit is not cut', async () => {
    const page = await local().fetchPage(`http://site.test:${port}/`, { maxBytes: 5 });
    expect(page).toMatchObject({ truncated: false });
  });

  test('a server that never answers, or never ends, is given up', async () => {
    for (const listener of [
      () => {},
      ((_request, response) => void response.writeHead(200).write('begin')) satisfies RequestListener,
    ]) {
      handler = listener;
      const failed = local().fetchPage(`http://site.test:${port}/`, { timeoutMs: 150 });
      await expect(failed).rejects.toMatchObject({ name: 'FetchFailed', reason: 'timeout' });
    }
  });

  test('a stop closes the socket and keeps its reason', async () => {
    const closed = new Promise<void>((resolve) => {
      handler = (request) => request.socket.once('close', () => resolve());
    });
    const controller = new AbortController();
    const page = local().fetchPage(`http://site.test:${port}/`, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('stopped')), 50);
    await expect(page).rejects.toThrow('stopped');
    await closed;
  });

  test('a refused connection and an unknown name fail plainly', async () => {
    await expect(local().fetchPage('http://site.test:1/')).rejects.toMatchObject({ name: 'FetchFailed' });
    const unknown = guarded({
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
      },
    });
    await expect(unknown.fetchPage('http://nowhere.test/')).rejects.toMatchObject({ reason: 'network' });
  });
});

describe('providerFetch', () => {
  const key = { authorization: 'Bearer secret' };

  test('reaches a private host only when the operator opened it', async () => {
    const url = `http://127.0.0.1:${port}/v1`;
    await expect(guarded().providerFetch(url)(`${url}/models`)).rejects.toMatchObject({
      name: 'FetchRefused',
      reason: 'address',
    });
    const response = await guarded({ allowPrivateHosts: [`127.0.0.1:${port}`] }).providerFetch(url)(
      `${url}/models`,
      { headers: key },
    );
    expect(await response.text()).toBe('hello');
    expect(seen[0]?.headers.authorization).toBe('Bearer secret');
  });

  test('sends nothing to another origin', async () => {
    const send = local({ allowPrivateHosts: ['site.test', 'other.test'] }).providerFetch(
      `http://site.test:${port}/v1`,
    );
    for (const url of [
      `http://other.test:${port}/v1`,
      `https://site.test:${port}/v1`,
      `http://site.test:${port + 1}/`,
    ]) {
      await expect(send(url, { headers: key })).rejects.toMatchObject({ reason: 'origin' });
    }
    expect(seen).toHaveLength(0);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a %i to another host', async (status) => {
    handler = redirectTo(`http://other.test:${port}/v1/chat`, status);
    const send = local({ allowPrivateHosts: ['site.test', 'other.test'] }).providerFetch(
      `http://site.test:${port}`,
    );
    const request = send(`http://site.test:${port}/v1/chat`, { method: 'POST', body: '{}', headers: key });
    await expect(request).rejects.toMatchObject({ name: 'FetchRefused', reason: 'origin' });
    expect(seen).toHaveLength(1);
  });

  test('follows a 307 on the same host with the body, and refuses to turn a POST into a GET', async () => {
    const send = local({ allowPrivateHosts: ['site.test'] }).providerFetch(`http://site.test:${port}`);
    handler = (request, response) => {
      if (request.url === '/a') response.writeHead(307, { location: '/b' }).end();
      else if (request.url === '/c') response.writeHead(301, { location: '/b' }).end();
      else request.pipe(response);
    };
    const response = await send(`http://site.test:${port}/a`, { method: 'POST', body: '{"x":1}' });
    expect(await response.text()).toBe('{"x":1}');
    await expect(send(`http://site.test:${port}/c`, { method: 'POST', body: '{}' })).rejects.toMatchObject({
      reason: 'origin',
    });
  });

  test('a stop closes the socket in mid-answer', async () => {
    const send = local({ allowPrivateHosts: ['site.test'] }).providerFetch(`http://site.test:${port}`);
    const closed = new Promise<void>((resolve) => {
      handler = (request, response) => {
        response.writeHead(200).write('data: 1\n\n');
        request.socket.once('close', () => resolve());
      };
    });
    const controller = new AbortController();
    const response = await send(`http://site.test:${port}/`, { signal: controller.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort();
    await expect(reader?.read()).rejects.toThrow();
    await closed;
  });
});
