import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, useOwnServer } from '../harness/server.ts';
import { Browser } from './browser.ts';
import { openRegistration, signIn, signUp } from './people.ts';

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

describe('signing out', () => {
  it('ends cookie and bearer at once, and only this session', async () => {
    const email = newAddress();
    const first = await signUp(server, email);
    const second = await signIn(server, email);
    const out = await first.browser.get('/api/user/logout');
    expect(out).toMatchObject({ status: 200, code: 0, data: null });
    expect(first.browser.cookie(SESSION_COOKIE)).toBeUndefined();
    expect(await statusWith(first.token)).toBe(401);
    expect(await statusWith(second.token)).toBe(200);
  });

  it('twice, or without a session, is no error', async () => {
    const { browser, token } = await signUp(server, newAddress());
    const copy = browser.copy();
    await browser.get('/api/user/logout');
    expect((await browser.get('/api/user/logout')).code).toBe(0);
    expect((await copy.get('/api/user/logout')).code).toBe(0);
    expect((await new Browser(server.url).get('/api/user/logout', bearer(token))).code).toBe(0);
  });

  it('is refused for a link on another site', async () => {
    const { browser, token } = await signUp(server, newAddress());
    const refused = await browser.get('/api/user/logout', { 'sec-fetch-site': 'cross-site' });
    expect(refused).toMatchObject({ status: 403, code: 40301 });
    expect(refused.setCookies).toEqual([]);
    expect(await statusWith(token)).toBe(200);
    expect((await browser.get('/api/user/logout', { 'sec-fetch-site': 'same-origin' })).code).toBe(0);
  });

  type Headers = Record<string, string>;
  const fetching = (site: string, mode: string, dest: string): Headers => ({
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  });

  it.each<[string, Headers]>([
    ['a picture', fetching('same-origin', 'no-cors', 'image')],
    ['a picture with crossorigin', fetching('same-origin', 'cors', 'image')],
    ['a film', fetching('same-origin', 'no-cors', 'video')],
    ['a frame', fetching('same-origin', 'navigate', 'iframe')],
    ['an object', fetching('same-origin', 'navigate', 'object')],
    ['a prefetch', fetching('same-origin', 'no-cors', 'empty')],
    [
      'a page drawn ahead',
      { ...fetching('same-origin', 'navigate', 'document'), 'sec-purpose': 'prefetch;prerender' },
    ],
    ['a link on another site', fetching('cross-site', 'navigate', 'document')],
    ['a link on a sibling site', fetching('same-site', 'navigate', 'document')],
    ['a script of a sibling site', fetching('same-site', 'cors', 'empty')],
    ['a picture where there is no https', { accept: 'image/avif,image/webp,*/*;q=0.8' }],
    ['a link where there is no https', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
    ['a film where there is no https', { accept: '*/*', range: 'bytes=0-' }],
  ])('is refused by %s', async (_what, headers) => {
    const { browser, token } = await signUp(server, newAddress());
    const refused = await leave(browser, headers);
    expect(refused).toMatchObject({ status: 403, setCookies: [] });
    expect(await statusWith(token)).toBe(200);
  });

  it.each<[string, Headers]>([
    ['a script of our own page', fetching('same-origin', 'cors', 'empty')],
    ['our own page', fetching('same-origin', 'navigate', 'document')],
    ['the person who types the address', fetching('none', 'navigate', 'document')],
    ['a client that is no browser', { accept: '*/*' }],
  ])('is accepted for %s', async (_what, headers) => {
    const { browser, token } = await signUp(server, newAddress());
    expect((await leave(browser, headers)).status).toBe(200);
    expect(await statusWith(token)).toBe(401);
  });

  it('by bearer leaves the cookie beside it alone', async () => {
    const ann = await signUp(server, newAddress());
    const ben = await signUp(server, newAddress());
    const out = await ann.browser.get('/api/user/logout', bearer(ben.token));
    expect(out.setCookies).toEqual([]);
    expect(await statusWith(ben.token)).toBe(401);
    expect((await ann.browser.get(PROFILE)).data).toMatchObject({ id: ann.user.id });
  });

  it('applies immediately on another server', async () => {
    const second = await startTestServer({ databaseUrl: server.platform.database.url });
    const { browser, token } = await signUp(server, newAddress());
    const there = new Browser(second.url);
    expect((await there.get(PROFILE, bearer(token))).status).toBe(200);
    const closed = closing(await openSocket(token, second));
    await browser.get('/api/user/logout');
    expect((await there.get(PROFILE, bearer(token))).status).toBe(401);
    expect(await closed).toBeLessThan(5_000);
    await second.close();
  });

  it('closes open sockets within five seconds', async () => {
    const { browser, token } = await signUp(server, newAddress());
    const socket = await openSocket(token);
    const closed = closing(socket);
    await browser.get('/api/user/logout');
    expect(await closed).toBeLessThan(5_000);
  });
});

describe('a stream of server-sent events', () => {
  it('ends within five seconds of signing out', async () => {
    const { browser, token } = await signUp(server, newAddress());
    const input = encodeURIComponent('{"json":{}}');
    const response = await fetch(`${server.url}/api/live.me?input=${input}`, { headers: bearer(token) });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const start = performance.now();
    const ended = response.text().catch(() => 'cut off');
    await browser.get('/api/user/logout');
    await ended;
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe('a suspended member', () => {
  const suspend = (userId: number, suspendedAt: Date | null) =>
    server.db.updateTable('member').set({ suspendedAt }).where('userId', '=', userId).execute();

  it('is out immediately, and sockets close within five seconds', async () => {
    const { token, user } = await signUp(server, newAddress());
    const socket = await openSocket(token);
    const closed = closing(socket);
    await suspend(user.id, new Date());
    expect(await statusWith(token)).toBe(401);
    expect(await closed).toBeLessThan(5_000);
    await suspend(user.id, null);
    expect(await statusWith(token)).toBe(200);
  }, 10_000);

  it('cannot sign in again, and learns why once the code is right', async () => {
    const email = newAddress();
    const { user } = await signUp(server, email);
    await suspend(user.id, new Date());
    await expect(signIn(server, email)).rejects.toThrow('suspended');
  });

  it('of one team stays in the other', async () => {
    const { token, user } = await signUp(server, newAddress());
    const other = await server.db
      .insertInto('team')
      .values({ name: 'Other', preference: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await suspend(user.id, new Date());
    await server.db
      .insertInto('member')
      .values({ teamId: other.id, userId: user.id, role: 'guest' })
      .execute();
    const profile = await new Browser(server.url).get(PROFILE, bearer(token));
    expect(profile.data).toMatchObject({
      currentTeamId: other.id,
      teams: [{ teamId: other.id, name: 'Other' }],
    });
  });
});

describe('a removed member', () => {
  it('keeps the account, in no team', async () => {
    const { token, user } = await signUp(server, newAddress());
    await server.db.deleteFrom('member').where('userId', '=', user.id).execute();
    const profile = await new Browser(server.url).get(PROFILE, bearer(token));
    expect(profile.data).toMatchObject({ id: user.id, teams: [], currentTeamId: null });
  });
});

/** Signs out with exactly these headers; `fetch` adds some of its own. */
async function leave(browser: Browser, headers: Record<string, string>) {
  const cookie = `${SESSION_COOKIE}=${browser.cookie(SESSION_COOKIE)}`;
  const request = get(`${server.url}/api/user/logout`, { headers: { ...headers, cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return { status: response.statusCode, setCookies: response.headers['set-cookie'] ?? [] };
}

async function openSocket(token: string, { url } = server): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, { headers: bearer(token) });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** Milliseconds until the server closes a socket. */
function closing(socket: WebSocket): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    socket.once('close', () => resolve(performance.now() - start));
  });
}
