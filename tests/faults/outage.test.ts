import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@tandem/db/embedded/index';
import { afterEach, describe, expect, it } from 'vitest';
import { startMailSink } from '../fakes/mail/server.ts';
import { until } from '../running/live.ts';
import { mailboxOf } from '../running/mailbox.ts';
import { signUp } from '../running/people.ts';
import { freePort } from '../running/port.ts';
import { hasRedis, startRedis } from '../running/redis.ts';
import { type RunningServer, startServerProcess } from '../running/server.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServerProcess({ LOG_LEVEL: 'info', ...env });
  cleanUps.push(() => server.dispose());
  return server;
}

async function ready({ url }: RunningServer) {
  const response = await fetch(`${url}/readyz`);
  const states = (await response.json()) as Partial<
    Record<'ok' | 'database' | 'queue' | 'redis' | 'storage', boolean>
  >;
  return { status: response.status, ...states };
}

const isUp = async ({ url }: RunningServer, name: string) =>
  Number(
    new RegExp(`tandem_dependency_up\\{dependency="${name}"\\} (\\d)`).exec(
      await (await fetch(`${url}/metrics`)).text(),
    )?.[1],
  );

/** Lines of the log that say this. */
const saying = (server: RunningServer, words: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(words));

function expectJson(server: RunningServer): void {
  const lines = server.output().split('\n').filter(Boolean);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(Number), msg: expect.any(String) });
  expect(server.output()).not.toContain('[object Object]');
}

describe('PostgreSQL that goes away', () => {
  it('is reported once, with its cause, and once when it is back', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'tandem-outage-'));
    let cluster = await startEmbedded({ dir, log: () => {} });
    cleanUps.push(async () => {
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    });
    const server = await open({
      DATABASE_URL: cluster.url,
      SECRET_KEY: 'a secret that is long enough to be one',
    });
    expect(await ready(server)).toMatchObject({
      status: 200,
      ok: true,
      database: true,
      queue: true,
      storage: true,
    });
    await cluster.stop();
    await until('the server is not ready', async () => (await ready(server)).status === 503, 20_000);
    expect(await ready(server)).toMatchObject({ ok: false, database: false });
    expect(await isUp(server, 'database')).toBe(0);
    // Callers meanwhile get a sentence; each would have been a log line.
    for (let call = 0; call < 10; call++)
      expect((await fetch(`${server.url}/api/user/publicSetting`)).status).toBeGreaterThanOrEqual(400);
    await until('it is told', () => saying(server, 'PostgreSQL is away').length > 0);
    cluster = await startEmbedded({ dir, log: () => {} });
    await until('the server is ready again', async () => (await ready(server)).status === 200, 30_000);
    await until('it is told', () => saying(server, 'PostgreSQL is back').length > 0);
    expect(saying(server, 'PostgreSQL is away')).toHaveLength(1);
    expect(saying(server, 'PostgreSQL is back')).toHaveLength(1);
    expect(JSON.parse(saying(server, 'PostgreSQL is away')[0] ?? '').reason).toMatch(/\w/);
    expect(JSON.parse(saying(server, 'PostgreSQL is back')[0] ?? '').seconds).toBeGreaterThan(0);
    expect(saying(server, '"level":"warn"').length, server.output()).toBeLessThan(8);
    expectJson(server);
  });
});

describe('PostgreSQL that does not come back', () => {
  it('does not prevent a server from stopping', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'tandem-outage-'));
    const cluster = await startEmbedded({ dir, log: () => {} });
    cleanUps.push(async () => {
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    });
    const server = await open({
      DATABASE_URL: cluster.url,
      SECRET_KEY: 'a secret that is long enough to be one',
    });
    await cluster.stop();
    await until('the server is not ready', async () => (await ready(server)).status === 503, 20_000);
    expect(await server.stop()).toBe(0);
    expectJson(server);
  });
});

describe('unreachable object storage', () => {
  it('is reported by readiness and in the log, and the rest continues', async () => {
    const server = await open({
      S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      S3_BUCKET: 'tandem',
      S3_REGION: 'auto',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'hush',
    });
    expect(await ready(server)).toMatchObject({ status: 200, ok: true, storage: false });
    expect(await isUp(server, 'storage')).toBe(0);
    const line = await until('it is told', () => saying(server, 'S3_ENDPOINT is away')[0] ?? null);
    expect(line).toContain('ECONNREFUSED');
  });
});

describe.runIf(hasRedis)('Redis that goes away', () => {
  it('delays nobody, and is reported once', async () => {
    const redis = await startRedis();
    const mail = await startMailSink();
    const dir = mkdtempSync(path.join(tmpdir(), 'tandem-outage-'));
    const cluster = await startEmbedded({ dir, log: () => {} });
    cleanUps.push(async () => {
      await redis.kill();
      await mail.close();
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    });
    const settings = {
      DATABASE_URL: cluster.url,
      REDIS_URL: redis.url,
      SMTP_URL: mail.url,
      SECRET_KEY: 'a secret that both servers of this test share',
    };
    const server = await open(settings);
    const ada = await signUp(server.url, mailboxOf(mail), 'ada@example.test', 'Ada');
    expect(await ready(server)).toMatchObject({ status: 200, redis: true });
    redis.pause();
    await until('readiness knows', async () => (await ready(server)).redis === false);
    expect((await ready(server)).status).toBe(200);
    expect(await isUp(server, 'redis')).toBe(0);
    const limited = async () => {
      const began = performance.now();
      await ada.api.post('/api/user/sendEmailCode', { email: `${Math.random()}@example.test` });
      return performance.now() - began;
    };
    // The first may find out; the others know.
    await limited();
    const times: number[] = [];
    for (let call = 0; call < 5; call++) times.push(await limited());
    expect(Math.min(...times)).toBeLessThan(500);
    expect(times.filter((ms) => ms > 900)).toHaveLength(0);

    redis.resume();
    await until('readiness knows', async () => (await ready(server)).redis === true);
    await until('it is told', () => saying(server, 'Redis is back').length > 0);
    expect(saying(server, 'Redis is away')).toHaveLength(1);
    expectJson(server);
  });
});
