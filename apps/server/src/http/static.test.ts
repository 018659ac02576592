import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Platform } from '@tandem/api/core/platform';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerCaching } from './caching.ts';
import { registerErrors } from './errors.ts';
import { registerSecurity } from './security.ts';
import { findWebFiles, registerStatic } from './static.ts';

const script = "document.documentElement.classList.add('light')";
const page = `<!doctype html><script>${script}</script><div id="root"></div>`;
const code = 'console.log(1);'.repeat(100);
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tandem-static-'));
  for (const place of ['web/assets', 'web/.vite', 'locales/en'])
    mkdirSync(path.join(folder, place), { recursive: true });
  writeFileSync(path.join(folder, 'web/index.html'), page);
  writeFileSync(path.join(folder, 'web/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(path.join(folder, 'web/.vite/manifest.json'), '{}');
  writeFileSync(path.join(folder, 'web/assets/app-1a2b.js'), code);
  writeFileSync(path.join(folder, 'web/assets/app-1a2b.js.br'), brotliCompressSync(code));
  writeFileSync(path.join(folder, 'locales/en/common.json'), '{"a":"b"}');
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  app = Fastify();
  const web = findWebFiles(path.join(folder, 'web'));
  registerErrors(app);
  registerCaching(app);
  await registerSecurity(
    app,
    {
      settings: { publicUrl: 'http://127.0.0.1:3000' },
      values: { current: { webDomain: 'https://hub.example.org' } },
    } as Platform,
    web?.inlineScripts ?? [],
  );
  await registerStatic(app, web, path.join(folder, 'locales'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const html = { accept: 'text/html,application/xhtml+xml' };
const get = (url: string, headers = {}) => app.inject({ url, headers });

describe('static files', () => {
  it('with a hash in their name are cached for ever, compressed where the browser accepts it', async () => {
    const plain = await get('/assets/app-1a2b.js');
    expect(plain.headers['cache-control']).toMatch(/max-age=31536000, immutable/);
    expect(plain.body).toBe(code);
    const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(code);
    expect((await get('/icon.svg')).headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-cache',
    });
  });

  it.each(['/', '/home', '/s/1/c/2', '/login?next=1', '/nowhere/at/all'])(
    'serves the page at %s',
    async (url) => {
      const answer = await get(url, html);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      });
      expect(answer.body).toBe(page);
    },
  );

  it('answers HEAD for a monitor that accepts anything', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/', headers: { accept: '*/*' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toBe('');
  });

  it.each([
    '/api/nothing',
    '/api',
    '/assets/gone.js',
    '/static/locales/en/gone.json',
    '/static/locales/xx/common.json',
    '/static/anything',
    '/.vite/manifest.json',
    '/assets/..%2f..%2fsecret.txt',
    '/static/locales/..%2f..%2fsecret.txt',
  ])('answers 404 in the envelope, never the page: %s', async (url) => {
    const answer = await get(url, { accept: 'application/json' });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json()).toMatchObject({ data: null });
    expect(answer.body).not.toContain('secret');
    if (/^\/(api|static|assets)/.test(url)) expect((await get(url, html)).body).not.toContain('id="root"');
  });

  it('C41: a missing language file is 404, an existing one its sentences', async () => {
    expect((await get('/static/locales/en/common.json')).json()).toEqual({ a: 'b' });
    expect((await get('/static/locales/en/gone.json', html)).statusCode).toBe(404);
  });

  it('are served under a policy that allows only the page’s own script', async () => {
    const policy = String((await get('/home', html)).headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/);
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:3000 https://hub.example.org;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
});
