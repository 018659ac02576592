import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@tandem/db/embedded/index';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { startMailSink } from '../fakes/mail/server.ts';
import { until } from '../running/live.ts';
import { mailboxOf } from '../running/mailbox.ts';
import { signUp } from '../running/people.ts';
import { freePort } from '../running/port.ts';
import { startServerProcess } from '../running/server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const ATTACK = 'name\u001b[31m\u009b2J\r\n12:00:00 warn: a line that nobody wrote\u202e';
/** Control characters that a terminal would interpret, except line breaks. */
const OBEYED = /(?!\n)[\p{Cc}\u202a-\u202e\u2028\u2029]/u;

describe.each(['text', 'json'])('the log as %s', (LOG_FORMAT) => {
  it('contains no control sequence from strangers', async () => {
    const mail = await startMailSink();
    const server = await startServerProcess({
      LOG_FORMAT,
      LOG_LEVEL: 'debug',
      SMTP_URL: mail.url,
      OIDC_CORP_ISSUER: 'http://127.0.0.1:1',
      OIDC_CORP_CLIENT_ID: 'tandem',
      OIDC_CORP_CLIENT_SECRET: 'hush',
    });
    cleanUps.push(
      () => mail.close(),
      () => server.dispose(),
    );
    const { token, api } = await signUp(server.url, mailboxOf(mail), 'ada@example.test', 'Ada');
    const words = encodeURIComponent(ATTACK);
    await api.get(`/api/oauth/corp/callback?error=${words}&error_description=${words}&state=${words}`);
    await api.call('GET', `/api/${words}`);
    await api.call('POST', '/api/report/error', { body: { message: ATTACK, stack: ATTACK } });
    // Documents that nobody let in, by a name of the stranger's choice, and frames of no protocol.
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/collab`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const name = Buffer.from(ATTACK);
    for (let n = 0; n < 40; n++) {
      const own = Buffer.concat([name, Buffer.from(String(n))]);
      socket.send(Buffer.concat([Buffer.from([own.length]), own, Buffer.from([0, 0, 1, 0])]));
    }
    for (const frame of [[], [255], [5, 1, 2], [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]])
      socket.send(Buffer.from(frame));
    await Promise.race([closed, until('the server has read them', () => socket.bufferedAmount === 0)]);
    socket.terminate();
    await server.stop();
    const output = server.output();
    expect(OBEYED.exec(output)?.[0] ?? null).toBeNull();
    expect(output).not.toMatch(/^12:00:00 warn: a line that nobody wrote/m);
    if (LOG_FORMAT === 'json')
      for (const line of output.split('\n').filter(Boolean))
        expect(() => JSON.parse(line), line).not.toThrow();
  });
});

describe.runIf(existsSync('/dev/full'))('an output that is not read', () => {
  it('does not stop the server', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tandem-full-'));
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'debug',
      },
      stdio: ['ignore', full, full],
    });
    cleanUps.push(async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await exited;
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    });
    const url = `http://127.0.0.1:${port}`;
    await until(
      'it serves',
      () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      60_000,
    );
    for (let call = 0; call < 20; call++) await fetch(`${url}/api/nothing`);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(child.exitCode).toBeNull();
  });
});

describe('two servers over one database', () => {
  it('report that they keep files in different places, and nothing when in one', async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'tandem-places-'));
    const cluster = await startEmbedded({ dir: path.join(dir, 'cluster'), log: () => {} });
    const settings = {
      DATABASE_URL: cluster.url,
      SECRET_KEY: 'a secret that both servers of this test share',
    };
    const shared = { ...settings, DATA_DIR: path.join(dir, 'data') };
    cleanUps.push(async () => {
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    });
    const open = async (env: Record<string, string>) => {
      const server = await startServerProcess(env);
      cleanUps.push(() => server.dispose());
      return server;
    };
    const first = await open(shared);
    const second = await open(shared);
    const third = await open(settings);
    const warning = 'keeps files elsewhere';
    await until(
      'all know',
      () => [first, second, third].every((server) => server.output().includes(warning)),
      30_000,
    );
    for (const server of [first, second, third]) expect(server.output().split(warning)).toHaveLength(2);
    // The two that share a folder were well until the third came.
    expect(first.output().indexOf(warning)).toBeGreaterThan(first.output().indexOf('Ready'));
  });
});
