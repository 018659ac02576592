import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { redirectTo, useSite } from './testing/site.ts';

const site = useSite();
const { guarded, local } = site;

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
    await expect(guarded().fetchPage(url.replace('PORT', String(site.port)))).rejects.toMatchObject({
      name: 'FetchRefused',
      reason: 'address',
    });
    expect(site.seen).toHaveLength(0);
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
    await expect(fetcher.fetchPage(`http://site.test:${site.port}/`)).rejects.toMatchObject({
      reason: 'address',
    });
    expect(site.seen).toHaveLength(0);
  });

  test('a name with one private address among public ones', async () => {
    const fetcher = guarded({ resolve: async () => ['93.184.216.34', '127.0.0.1'] });
    await expect(fetcher.fetchPage(`http://site.test:${site.port}/`)).rejects.toMatchObject({
      reason: 'address',
    });
  });

  test('metadata addresses, even for an opened host', async () => {
    const fetcher = guarded({ allowPrivatePages: ['site.test'], resolve: async () => ['169.254.169.254'] });
    await expect(fetcher.fetchPage('http://site.test/')).rejects.toMatchObject({ reason: 'address' });
  });

  test('hosts opened for providers stay closed to page fetches', async () => {
    const fetcher = guarded({ allowPrivateHosts: ['127.0.0.1'] });
    await expect(fetcher.fetchPage(`http://127.0.0.1:${site.port}/`)).rejects.toMatchObject({
      reason: 'address',
    });
  });
});

describe('rebinding', () => {
  test('dials the checked address: a name is resolved once per connection', async () => {
    let calls = 0;
    const fetcher = local({
      resolve: async () => {
        calls++;
        return [calls === 1 ? '127.0.0.1' : '169.254.169.254'];
      },
    });
    const page = await fetcher.fetchPage(`http://site.test:${site.port}/`);
    expect(Buffer.from(page.body).toString()).toBe('hello');
    expect(calls).toBe(1);
  });

  test('a new connection is checked again', async () => {
    site.handler = (_request, response) => response.writeHead(200, { connection: 'close' }).end('once');
    const answers = ['127.0.0.1', '169.254.169.254'];
    const fetcher = local({ resolve: async () => [answers.shift() ?? '169.254.169.254'] });
    await fetcher.fetchPage(`http://site.test:${site.port}/`);
    await expect(fetcher.fetchPage(`http://site.test:${site.port}/`)).rejects.toMatchObject({
      reason: 'address',
    });
    expect(site.seen).toHaveLength(1);
  });

  test('the Host header keeps the name', async () => {
    await local().fetchPage(`http://site.test:${site.port}/a?b=c`);
    expect(site.seen[0]?.headers.host).toBe(`site.test:${site.port}`);
    expect(site.seen[0]?.url).toBe('/a?b=c');
  });
});

describe('redirects of a page', () => {
  test('are followed, also to another host, without cookies or authorisation', async () => {
    site.handler = (request, response) => {
      if (request.url === '/') {
        response
          .writeHead(302, { location: `http://other.test:${site.port}/next`, 'set-cookie': 'a=b' })
          .end();
      } else response.end('there');
    };
    const page = await local().fetchPage(`http://site.test:${site.port}/`);
    expect(page.url).toBe(`http://other.test:${site.port}/next`);
    expect(site.seen[1]?.headers.cookie).toBeUndefined();
    expect(site.seen[1]?.headers.authorization).toBeUndefined();
    expect(site.seen[1]?.headers.referer).toBeUndefined();
  });

  test.each([
    ['http://127.0.0.1/', 'address'],
    ['http://169.254.169.254/latest', 'address'],
    ['http://[::1]/', 'address'],
    ['file:///etc/passwd', 'scheme'],
    ['http://a:b@other.test/', 'credentials'],
    [undefined, 'redirects'],
  ])('to %s are refused as %s', async (location, reason) => {
    site.handler = redirectTo(location);
    await expect(local().fetchPage(`http://site.test:${site.port}/`)).rejects.toMatchObject({ reason });
    expect(site.seen).toHaveLength(1);
  });

  test('stop after five', async () => {
    site.handler = redirectTo('/again');
    await expect(local().fetchPage(`http://site.test:${site.port}/`)).rejects.toMatchObject({
      reason: 'redirects',
    });
    expect(site.seen).toHaveLength(6);
  });
});

describe('limits of a page', () => {
  test('a long body is cut and marked as cut', async () => {
    site.handler = (_request, response) => response.end(Buffer.alloc(300_000, 65));
    const page = await local().fetchPage(`http://site.test:${site.port}/`, { maxBytes: 1000 });
    expect(page).toMatchObject({ truncated: true, status: 200 });
    expect(page.body.byteLength).toBe(1000);
  });

  test('a decompression bomb is cut after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    site.handler = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    const page = await local().fetchPage(`http://site.test:${site.port}/`, { maxBytes: 10_000 });
    expect(page.body.byteLength).toBe(10_000);
    expect(page.truncated).toBe(true);
  });

  test('a body of exactly the limit is not cut', async () => {
    const page = await local().fetchPage(`http://site.test:${site.port}/`, { maxBytes: 5 });
    expect(page).toMatchObject({ truncated: false });
  });

  test('a server that never answers or never finishes times out', async () => {
    for (const listener of [
      () => {},
      ((_request, response) => void response.writeHead(200).write('begin')) satisfies RequestListener,
    ]) {
      site.handler = listener;
      const failed = local().fetchPage(`http://site.test:${site.port}/`, { timeoutMs: 150 });
      await expect(failed).rejects.toMatchObject({ name: 'FetchFailed', reason: 'timeout' });
    }
  });

  test('a stop closes the socket and keeps its reason', async () => {
    const controller = new AbortController();
    const closed = new Promise<void>((resolve) => {
      site.handler = (request) => {
        request.socket.once('close', () => resolve());
        controller.abort(new Error('stopped'));
      };
    });
    const page = local().fetchPage(`http://site.test:${site.port}/`, { signal: controller.signal });
    await expect(page).rejects.toThrow('stopped');
    await closed;
  });

  test('a refused connection and an unknown name fail with a plain error', async () => {
    await expect(local().fetchPage('http://site.test:1/')).rejects.toMatchObject({ name: 'FetchFailed' });
    const unknown = guarded({
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
      },
    });
    await expect(unknown.fetchPage('http://nowhere.test/')).rejects.toMatchObject({ reason: 'network' });
  });
});
