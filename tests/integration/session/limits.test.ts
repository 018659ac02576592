import { createLimiter, type Limit } from '@tandem/api/core/limits/limiter';
import { sessionJobs } from '@tandem/api/identity/session/session.jobs';
import { describe, expect, it } from 'vitest';
import { startTestServer, useOwnServer } from '../harness/server.ts';
import { Browser } from './browser.ts';
import { openRegistration, signUp } from './people.ts';

const server = useOwnServer({ settings: { trustProxy: 1 } });

const carriers: [string, string | null][] = [['the database', null]];
if (process.env.REDIS_URL) carriers.push(['Redis', process.env.REDIS_URL]);
/** A Redis that nobody runs: the database counts instead. */
carriers.push(['the database, because Redis is gone', 'redis://127.0.0.1:1']);

describe.each(carriers)('counts in %s', (carrier, redisUrl) => {
  const limit: Limit = { name: `test.${carrier}`, max: 3, windowSeconds: 60 };
  const limiter = () =>
    createLimiter({
      db: server.db,
      log: server.platform.log,
      redisUrl,
      installationId: server.platform.installationId,
    });

  it('are shared by all processes and exact under load', async () => {
    const processes = [limiter(), limiter()];
    const uses = Array.from({ length: 50 }, (_, index) => processes[index % 2]?.count(limit, 'load'));
    const results = await Promise.allSettled(uses);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          key: 'tooManyRequests',
          params: { seconds: expect.any(Number) },
        });
    await Promise.all(processes.map((each) => each.close()));
  });

  it('begin anew after their window', async () => {
    const own = limiter();
    const brief: Limit = { name: `brief.${carrier}`, max: 1, windowSeconds: 1, refusal: 'tooManyCodes' };
    await own.count(brief, 'window');
    await expect(own.count(brief, 'window')).rejects.toMatchObject({
      key: 'tooManyCodes',
      params: { minutes: 1 },
    });
    await own.count(brief, 'another');
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await own.count(brief, 'window');
    await own.close();
  });
});

describe('a client', () => {
  const ask = (index: number, from: string) =>
    new Browser(server.url).post(
      '/api/user/sendEmailCode',
      { email: `someone${index}@example.com` },
      { 'x-forwarded-for': from },
    );

  it('is one client in every spelling of its address, and so is its whole /64', async () => {
    const spellings = (index: number) =>
      [
        `2001:db8:5:6::${index.toString(16)}`,
        `2001:0DB8:0005:0006:0:0:0:${index.toString(16)}`,
        `2001:db8:5:6:${index.toString(16)}::1`,
      ][index % 3] ?? '';
    for (let index = 1; index <= 60; index++) expect((await ask(index, spellings(index))).code).toBe(0);
    const refused = await ask(61, spellings(61));
    expect(refused).toMatchObject({ status: 429, code: 42900 });
    expect(refused.msg).toContain('limit');
    expect((await ask(62, '2001:db8:5:7::1')).code).toBe(0);
  });

  it('of IPv4 is the same when written as IPv6', async () => {
    for (let index = 100; index < 160; index++)
      expect((await ask(index, index % 2 ? '::ffff:203.0.113.7' : '203.0.113.7')).code).toBe(0);
    expect((await ask(160, '::FFFF:CB00:7107')).status).toBe(429);
    expect((await ask(161, '203.0.113.8')).code).toBe(0);
  });

  it('cannot go on guessing codes of many addresses', async () => {
    const guess = (index: number) =>
      new Browser(server.url).post(
        '/api/user/login',
        { email: `victim${index}@example.com`, code: '000000' },
        { 'x-forwarded-for': '198.51.100.9' },
      );
    for (let index = 0; index < 60; index++) expect((await guess(index)).code).toBe(40010);
    expect(await guess(60)).toMatchObject({ status: 429, code: 42900 });
  });

  it('cannot choose its address where no proxy is trusted', async () => {
    const plain = await startTestServer({ settings: { redisUrl: null } });
    await signUp(plain, 'owner@example.com');
    await openRegistration(plain);
    await new Browser(plain.url).post(
      '/api/user/sendEmailCode',
      { email: 'a@example.com' },
      { 'x-forwarded-for': '203.0.113.50' },
    );
    const keys = await plain.db.selectFrom('rate_count').select('key').execute();
    expect(keys.filter(({ key }) => key.includes('203.0.113.50'))).toEqual([]);
    await plain.close();
  });
});

describe('a batch', () => {
  it('counts each of its calls', async () => {
    const fresh = await startTestServer();
    const { browser } = await signUp(fresh, 'owner@example.com');
    const batch = (size: number) => {
      const names = Array.from({ length: size }, () => 'user.update').join(',');
      const input = Object.fromEntries(
        Array.from({ length: size }, (_, index) => [index, { json: { name: 'N' } }]),
      );
      return browser.post(`/api/${names}?batch=1`, input);
    };
    for (let round = 0; round < 3; round++) expect((await batch(20)).status).toBe(200);
    const refused = await batch(1);
    expect(refused.status).toBe(429);
    await fresh.close();
  });
});

describe('the sweep', () => {
  it('deletes expired rows, and nothing else', async () => {
    const fresh = await startTestServer({ settings: { redisUrl: null } });
    const { user } = await signUp(fresh, 'owner@example.com');
    const [past, future] = [new Date(Date.now() - 1_000), new Date(Date.now() + 60_000)];
    const session = { userId: user.id, userAgent: '', ip: '' };
    const state = { providerId: 'x', verifier: 'v', nonce: 'n', returnTo: '/' };
    await fresh.db
      .insertInto('session')
      .values([
        { ...session, id: crypto.randomUUID(), expiresAt: past, revokedAt: null },
        { ...session, id: crypto.randomUUID(), expiresAt: future, revokedAt: past },
      ])
      .execute();
    await fresh.db.deleteFrom('rate_count').execute();
    for (const [name, when] of [
      ['old', past],
      ['new', future],
    ] as const) {
      await fresh.db
        .insertInto('oauth_state')
        .values({ ...state, state: name, expiresAt: when })
        .execute();
      await fresh.db.insertInto('rate_count').values({ key: name, count: 1, windowEndsAt: when }).execute();
      await fresh.db
        .insertInto('login_code')
        .values({ email: name, hash: Buffer.alloc(32), expiresAt: when })
        .execute();
    }
    for (const job of sessionJobs) await job.run(fresh.platform, {});
    expect(await fresh.db.selectFrom('session').select('revokedAt').execute()).toEqual([{ revokedAt: null }]);
    expect(await fresh.db.selectFrom('oauth_state').select('state').execute()).toEqual([{ state: 'new' }]);
    expect(await fresh.db.selectFrom('rate_count').select('key').execute()).toEqual([{ key: 'new' }]);
    expect(await fresh.db.selectFrom('login_code').select('email').execute()).toEqual([{ email: 'new' }]);
    await fresh.close();
  });
});
