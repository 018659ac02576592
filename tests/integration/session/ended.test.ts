import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import { sessionJobs } from '@tandem/api/identity/session/session.jobs';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOwnServer } from '../harness/server.ts';
import { Browser } from './browser.ts';
import { openRegistration, signIn, signUp } from './people.ts';

const server = useOwnServer();
let owner: Awaited<ReturnType<typeof signUp>>;
let people = 0;
const newAddress = () => `person${++people}@example.com`;
const PROFILE = '/api/user/profile';

beforeAll(async () => {
  owner = await signUp(server, 'owner@example.com', 'Olive');
  await openRegistration(server);
});

/** The responses to a token, as bearer over REST and over tRPC. */
async function answers(token: string) {
  const client = new Browser(server.url);
  const headers = { authorization: `Bearer ${token}` };
  const rest = await client.get(PROFILE, headers);
  const typed = await (await fetch(`${server.url}/api/user.profile`, { headers })).json();
  const [byRest, byType] = [rest.code, typed?.error?.json?.data?.errorCode];
  expect([rest.status, byType]).toEqual([401, byRest]);
  return byRest;
}

const call = (browser: Browser, name: string, input: object = {}) =>
  browser.post(`/api/${name}`, { json: input });

describe('the holder of an ended session', () => {
  it('learns that another device of theirs ended it', async () => {
    const email = newAddress();
    const first = await signUp(server, email);
    const second = await signIn(server, email);
    expect((await call(second.browser, 'session.endOthers')).status).toBe(200);
    expect(await answers(first.token)).toBe(40101);
    // The page is told by its cookie as well, in words.
    expect(await first.browser.get(PROFILE)).toMatchObject({
      code: 40101,
      msg: 'You were signed out from another of your devices.',
    });
    const rows = await server.db
      .selectFrom('session')
      .select(['userAgent', 'ip'])
      .where('endedBy', '=', 'elsewhere')
      .where('userId', '=', first.user.id)
      .execute();
    expect(rows).toEqual([{ userAgent: '', ip: '' }]);
  });

  it('learns that an administrator did, while the token would have been valid', async () => {
    const { token, user } = await signUp(server, newAddress());
    expect((await call(owner.browser, 'team.signMemberOut', { userId: user.id })).status).toBe(200);
    for (const job of sessionJobs) await job.run(server.platform, {});
    expect(await answers(token)).toBe(40102);
    await server.db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where('userId', '=', user.id)
      .execute();
    expect(await answers(token)).toBe(40100);
  });

  it('learns of a suspension while it lasts', async () => {
    const { token, user, browser } = await signUp(server, newAddress());
    await call(owner.browser, 'team.changeMember', { userId: user.id, suspended: true });
    expect(await answers(token)).toBe(40103);
    expect(browser.cookie(SESSION_COOKIE)).toBe(token);
    await call(owner.browser, 'team.changeMember', { userId: user.id, suspended: false });
    expect((await browser.get(PROFILE)).status).toBe(200);
    // A person who left before the suspension makes no calls, so nothing is reported.
    await browser.get('/api/user/logout');
    await call(owner.browser, 'team.changeMember', { userId: user.id, suspended: true });
    expect(await answers(token)).toBe(40100);
  });

  it('learns that the account was deleted', async () => {
    const email = newAddress();
    const { token, browser } = await signUp(server, email);
    const before = server.mail.mails.filter((mail) => mail.to.includes(email)).length;
    await call(browser, 'user.sendRemovalCode');
    const code = await server.mail.codeFor(email, before);
    expect((await call(browser, 'user.remove', { code, alsoTeams: false })).status).toBe(200);
    expect(await answers(token)).toBe(40104);
  });

  it('is only asked to sign in where they ended it', async () => {
    const { token, browser } = await signUp(server, newAddress());
    await browser.get('/api/user/logout');
    expect(await answers(token)).toBe(40100);
  });
});

describe('nobody else', () => {
  it('learns how a session ended, by its id or by a foreign token', async () => {
    const { token, user } = await signUp(server, newAddress());
    await call(owner.browser, 'team.signMemberOut', { userId: user.id });
    const [head, body, signature = ''] = token.split('.');
    const turned = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    expect(await answers(`${head}.${body}.${turned}`)).toBe(40100);
    expect(await answers(`${head}.${body}.`)).toBe(40100);
    expect((await new Browser(server.url).get(PROFILE)).code).toBe(40100);
  });
});
