import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { derivedKey } from '@tandem/api/identity/installation/keys';
import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { Browser } from './browser.ts';
import { codeFor, openRegistration, type SignedIn, signIn, signUp } from './people.ts';

const server = useOwnServer();
let people = 0;
const newAddress = () => `person${++people}@example.com`;
const PROFILE = '/api/user/profile';

beforeAll(async () => {
  await signUp(server, 'owner@example.com', 'Olive');
  await openRegistration(server);
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** Status of a read with this token and no cookie. */
const statusWith = async (token: string) =>
  (await new Browser(server.url).get(PROFILE, bearer(token))).status;

describe('one token', () => {
  it('serves as cookie and as bearer, over REST and over tRPC', async () => {
    const { browser, token, user } = await signUp(server, newAddress());
    expect(browser.cookie(SESSION_COOKIE)).toBe(token);
    expect((await browser.get(PROFILE)).data).toMatchObject({ id: user.id });
    const stranger = new Browser(server.url);
    expect((await stranger.get(PROFILE, bearer(token))).data).toMatchObject({ id: user.id });
    expect((await stranger.get('/api/user.profile', bearer(token))).status).toBe(200);
    expect((await stranger.get('/api/user.profile')).status).toBe(401);
    expect(await stranger.get(PROFILE)).toMatchObject({ status: 401, code: 40100, data: null });
  });

  it('is set in a cookie that scripts and other sites cannot use', async () => {
    const email = newAddress();
    await signUp(server, email);
    const { browser } = await signIn(server, email);
    const value = browser.cookie(SESSION_COOKIE) ?? '';
    expect(value).not.toBe('');
    const code = await server.mail.codeFor(email);
    expect(code).toMatch(/^\d{6}$/);
    const again = await new Browser(server.url).post('/api/user/sendEmailCode', { email });
    expect(again.setCookies).toEqual([]);
    const line = (await lastSignIn(email)).setCookies.find((each) => each.startsWith(SESSION_COOKIE)) ?? '';
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=Lax/i);
    expect(line).toMatch(/; Path=\/(;|$)/i);
    expect(line).toMatch(/; Max-Age=2592000/i);
    expect(line).not.toMatch(/; Domain=/i);
    // Under plain http a Secure cookie would never come back.
    expect(line).not.toMatch(/; Secure/i);
  });

  async function lastSignIn(email: string) {
    const code = await server.mail.codeFor(email, 2);
    return new Browser(server.url).post('/api/user/login', { email, code });
  }

  it('in a header, valid or not, overrides the cookie', async () => {
    const ann = await signUp(server, newAddress());
    const ben = await signUp(server, newAddress());
    expect((await ann.browser.get(PROFILE, bearer(ben.token))).data).toMatchObject({ id: ben.user.id });
    for (const authorization of ['Bearer nonsense', 'Bearer a.b.c', 'Bearer', 'Basic YTpi', ''])
      expect((await ann.browser.get(PROFILE, { authorization })).status, authorization).toBe(401);
    expect((await ann.browser.get(PROFILE)).status).toBe(200);
  });

  it('C20: sessions have version-4 ids, people have numbers', async () => {
    const { user } = await signUp(server, newAddress());
    const session = await server.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(session.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.isSafeInteger(user.id) && user.id > 0).toBe(true);
  });
});

describe('a foreign token', () => {
  it('C21: in two or four parts, tampered with, or odd, identifies nobody', async () => {
    const { token, user } = await signUp(server, newAddress());
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url');
    const none = Buffer.from('{"alg":"none","typ":"session+jwt"}').toString('base64url');
    expect(await statusWith(token)).toBe(200);
    for (const wrong of [
      `${header}.${payload}`,
      `${token}.${signature}`,
      `${header}.${other}.${signature}`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      'null',
      'undefined',
      '0',
      String(user.id),
    ])
      expect(await statusWith(wrong), wrong).toBe(401);
  });

  it('signed by our key but for another audience, expired, or for no session, identifies nobody', async () => {
    const { token, user } = await signUp(server, newAddress());
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const key = derivedKey(server.platform.settings.secretKey, 'session');
    const forge = (changed: object, header: object = {}) =>
      new SignJWT({ ...claims, ...changed })
        .setProtectedHeader({ alg: 'HS256', typ: 'session+jwt', ...header })
        .sign(key);
    expect(await statusWith(await forge({}))).toBe(200);
    for (const changed of [
      { aud: randomUUID() },
      { iss: 'another' },
      { exp: Math.floor(Date.now() / 1_000) - 1 },
      { jti: randomUUID() },
      { jti: user.id },
    ])
      expect(await statusWith(await forge(changed)), JSON.stringify(changed)).toBe(401);
    for (const header of [{ typ: 'JWT' }, { kid: '../key' }, { jku: `${server.url}/keys` }])
      expect(await statusWith(await forge({}, header)), JSON.stringify(header)).toBe(401);
  });

  it('whose session has expired in the database identifies nobody', async () => {
    const { token, user } = await signUp(server, newAddress());
    await server.db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where('userId', '=', user.id)
      .execute();
    expect(await statusWith(token)).toBe(401);
  });
});

describe('the origin of a request', () => {
  it('a foreign page can neither sign in nor write with the cookie', async () => {
    const { browser } = await signUp(server, newAddress());
    const foreign = { origin: 'https://evil.example' };
    const email = newAddress();
    expect((await browser.post('/api/user/sendEmailCode', { email }, foreign)).status).toBe(403);
    expect((await browser.post('/api/user.update', { json: { name: 'Mallory' } }, foreign)).status).toBe(403);
    const { data } = await browser.get<{ name: string }>(PROFILE);
    expect(data.name).toBe('Ann');
  });

  it('another installation’s page may sign in here by token, but gets no cookie', async () => {
    const email = newAddress();
    await signUp(server, email);
    const code = await codeFor(server, email);
    const foreign = { origin: 'https://tandem.example' };
    const answer = await new Browser(server.url).post<SignedIn>('/api/user/login', { email, code }, foreign);
    expect(answer.code).toBe(0);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.setCookies).toEqual([]);
    expect(await statusWith(answer.data.token)).toBe(200);
  });

  it('a forged Host changes no address in links', async () => {
    const { port } = new URL(server.url);
    const support = await new Promise<string>((resolve, reject) => {
      request(
        { host: '127.0.0.1', port, path: '/api/oauth/support', headers: { host: 'evil.example' } },
        (response) => {
          let body = '';
          response.on('data', (chunk) => {
            body += chunk;
          });
          response.on('end', () => resolve(body));
        },
      )
        .on('error', reject)
        .end();
    });
    expect(support).not.toContain('evil.example');
  });

  it('C33: without third parties there are no other sign-in methods', async () => {
    const support = await new Browser(server.url).get('/api/oauth/support');
    expect(support).toMatchObject({ status: 200, code: 0, data: [] });
    expect(await new Browser(server.url).get('/api/oauth/none/start')).toMatchObject({
      status: 404,
      code: 40400,
    });
  });
});

describe('the last visit', () => {
  it('is stored at most once a minute', async () => {
    const { token, user } = await signUp(server, newAddress());
    const old = new Date(Date.now() - 120_000);
    const setSeen = (lastSeenAt: Date) =>
      server.db.updateTable('session').set({ lastSeenAt }).where('userId', '=', user.id).execute();
    const seen = async () =>
      (
        await server.db
          .selectFrom('session')
          .select('lastSeenAt')
          .where('userId', '=', user.id)
          .executeTakeFirstOrThrow()
      ).lastSeenAt.getTime();
    await setSeen(old);
    await Promise.all(Array.from({ length: 10 }, () => statusWith(token)));
    await expect.poll(seen).toBeGreaterThan(old.getTime());
    const recent = new Date(Date.now() - 30_000);
    await setSeen(recent);
    await statusWith(token);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await seen()).toBe(recent.getTime());
  });
});
