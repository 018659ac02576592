import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OidcServer, startOidcServer } from '../../fakes/oidc/server.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { Browser } from '../session/browser.ts';
import { openRegistration } from '../session/people.ts';
import {
  client,
  comeBack,
  isPage,
  type OidcFixture,
  openOidcFixture,
  parameters,
  through,
  untilReturn,
} from './fixture.ts';

let fixture: OidcFixture;
let server: TestServer;
let corp: OidcServer;

beforeAll(async () => {
  fixture = await openOidcFixture();
  ({ server, corp } = fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  corp.down = false;
  await openRegistration(server);
});

describe('a sign-in belongs to the browser that began it', () => {
  beforeEach(() => {
    corp.person = { sub: 'victim', email: 'victim@example.com', emailVerified: true };
  });

  it('so another browser cannot complete it', async () => {
    const attacker = new Browser(server.url);
    const url = await untilReturn(attacker, 'corp');
    const bare = new Browser(server.url);
    expect(parameters(await comeBack(bare, url))).toMatchObject({ error: 'oauthFailed' });
    const busy = new Browser(server.url);
    await untilReturn(busy, 'corp');
    expect(parameters(await comeBack(busy, url))).toMatchObject({ error: 'oauthFailed' });
    expect(bare.cookie(SESSION_COOKIE) ?? busy.cookie(SESSION_COOKIE)).toBeUndefined();
    // Being tried elsewhere has not used it up.
    expect(parameters(await comeBack(attacker, url))).toEqual({ returnTo: '/' });
  });

  it('and ends with its first use', async () => {
    const browser = new Browser(server.url);
    const url = await untilReturn(browser, 'corp');
    const twin = browser.copy();
    const answers = await Promise.all([comeBack(browser, url), comeBack(twin, url), comeBack(browser, url)]);
    expect(answers.filter((end) => end.searchParams.has('returnTo'))).toHaveLength(1);
    expect(parameters(await comeBack(browser, url))).toMatchObject({ error: 'oauthFailed' });
  });

  it('and to the provider it was begun with', async () => {
    const browser = new Browser(server.url);
    const url = await untilReturn(browser, 'corp');
    url.pathname = '/api/oauth/lab/callback';
    expect(parameters(await comeBack(browser, url))).toMatchObject({ error: 'oauthFailed', provider: 'Lab' });
  });

  it('so a code of another sign-in fits nowhere', async () => {
    const attacker = new Browser(server.url);
    const stolen = (await untilReturn(attacker, 'corp')).searchParams.get('code') ?? '';
    const browser = new Browser(server.url);
    const url = await untilReturn(browser, 'corp');
    url.searchParams.set('code', stolen);
    expect(parameters(await comeBack(browser, url))).toMatchObject({ error: 'oauthFailed' });
    expect(browser.cookie(SESSION_COOKIE)).toBeUndefined();
  });

  it.each([
    '',
    '?state=x',
    '?code=x',
    '?code=x&state=',
    '?code=x&state=a.b',
    '?code=x&state=a.b.c',
    '?state[]=a&code=x',
    '?error=access_denied',
    `?code=x&state=${'a'.repeat(3_000)}`,
    '?code=x&state=%00',
  ])('and nothing else completes one: callback%s', async (query) => {
    const browser = new Browser(server.url);
    await untilReturn(browser, 'corp');
    const end = await comeBack(browser, new URL(`/api/oauth/corp/callback${query}`, server.url));
    expect(parameters(end)).toMatchObject({ error: 'oauthFailed' });
  });

  it('even when two run side by side', async () => {
    const browser = new Browser(server.url);
    const first = await untilReturn(browser, 'corp');
    const second = await untilReturn(browser, 'corp');
    expect(parameters(await comeBack(browser, first))).toEqual({ returnTo: '/' });
    expect(parameters(await comeBack(browser, second))).toEqual({ returnTo: '/' });
  });

  it('and expires', async () => {
    const browser = new Browser(server.url);
    const url = await untilReturn(browser, 'corp');
    await server.db
      .updateTable('oauth_state')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .execute();
    expect(parameters(await comeBack(browser, url))).toMatchObject({ error: 'oauthFailed' });
  });

  it('by a cookie that scripts cannot read', async () => {
    const begun = await new Browser(server.url).get('/api/oauth/corp/start');
    const line = begun.setCookies.find((each) => each.startsWith('tandem_oauth=')) ?? '';
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    expect(line).toMatch(/; Path=\/api\/oauth/i);
    const url = new URL(begun.location ?? '');
    expect(url.origin).toBe(corp.issuer);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('redirect_uri')).toBe(`${server.url}/api/oauth/corp/callback`);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name)?.length, name).toBeGreaterThan(40);
  });
});

describe('returning', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/..//evil.example',
  ])('never redirects to another site: %j', async (returnTo) => {
    corp.person = { sub: 'returns', email: 'returns@example.com', emailVerified: true };
    const end = await through(new Browser(server.url), 'corp', returnTo);
    expect(end.origin).toBe(server.url);
    expect(parameters(end)).toEqual({ returnTo: '/' });
  });
});

describe('forged headers', () => {
  it('change neither where people go nor where they return', async () => {
    const { port } = new URL(server.url);
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    };
    const location = await new Promise<string>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/api/oauth/corp/start', headers }, (response) => {
        response.resume();
        resolve(response.headers.location ?? '');
      })
        .on('error', reject)
        .end();
    });
    const url = new URL(location);
    expect(url.origin).toBe(corp.issuer);
    expect(url.searchParams.get('redirect_uri')).toBe(`${server.url}/api/oauth/corp/callback`);
  });
});

describe('a provider that lies', () => {
  it('cannot make the server request other private addresses', async () => {
    const asked: string[] = [];
    const inner = createServer((question, answer) => {
      asked.push(question.url ?? '');
      answer.end('{}');
    });
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
    const innerUrl = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
    const liar = createServer((question, answer) => {
      const { host } = question.headers;
      answer.setHeader('content-type', 'application/json');
      answer.end(
        JSON.stringify({
          issuer: `http://${host}`,
          authorization_endpoint: `http://${host}/auth`,
          token_endpoint: `${innerUrl}/token`,
          jwks_uri: `${innerUrl}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        }),
      );
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
    const own = await startTestServer({
      settings: { oidc: [{ id: 'liar', name: 'Liar', issuer, ...client }] },
    });
    const browser = new Browser(own.url);
    const begun = await browser.get('/api/oauth/liar/start');
    const state = new URL(begun.location ?? '').searchParams.get('state') ?? '';
    const back = new URL('/api/oauth/liar/callback', own.url);
    back.search = new URLSearchParams({ code: 'any', state }).toString();
    const end = new URL((await browser.get(back.href)).location ?? '', own.url);
    expect(parameters(end)).toEqual({ error: 'oauthFailed', provider: 'Liar' });
    expect(asked).toEqual([]);
    await own.close();
    inner.close();
    liar.close();
  });
});

describe('an unavailable provider', () => {
  it('is still offered, and works again when it returns', async () => {
    const fresh = await startOidcServer({ ...client, redirectUris: [] });
    const own = await startTestServer({
      settings: { oidc: [{ id: 'late', name: 'Late', issuer: fresh.issuer, ...client }] },
    });
    fresh.down = true;
    const browser = new Browser(own.url);
    const end = await browser.follow('/api/oauth/late/start', isPage);
    expect(parameters(end.url)).toEqual({ error: 'oauthFailed', provider: 'Late' });
    fresh.down = false;
    const begun = await browser.get('/api/oauth/late/start');
    expect(new URL(begun.location ?? '').origin).toBe(fresh.issuer);
    await own.close();
    await fresh.close();
  });

  it('refuses connections', async () => {
    const end = await through(new Browser(server.url), 'late');
    expect(parameters(end)).toMatchObject({ error: 'oauthFailed', provider: 'Late' });
  });

  it('fails in the middle', async () => {
    corp.person = { sub: 'middle', email: 'middle@example.com', emailVerified: true };
    const browser = new Browser(server.url);
    const url = await untilReturn(browser, 'corp');
    corp.down = true;
    const end = await comeBack(browser, url);
    expect(parameters(end)).toMatchObject({ error: 'oauthFailed', provider: 'Corp & Söhne' });
    expect(browser.cookie(SESSION_COOKIE)).toBeUndefined();
  });
});
