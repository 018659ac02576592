import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeChannel, makeMessage, makeWorkspace } from '@tandem/db/testing/factories/index';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../running/live.ts';
import { freePort } from '../running/port.ts';
import { postmasterOf } from '../running/postmaster.ts';
import { ourEnvironment, type RunningServer, startServerProcess } from '../running/server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cleanUps: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function server(env?: Record<string, string>): Promise<RunningServer> {
  const running = await startServerProcess(env);
  cleanUps.push(() => running.dispose());
  return running;
}

/** Runs one of the server's programs to its end. */
function run(
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [path.join(root, 'apps/server/src', file), ...args], {
    cwd: root,
    env: { ...ourEnvironment, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** Waits until the database has a process other than `than`: its lock file is missing while it comes up again. */
function postmaster({ dataDir }: RunningServer, than: number | null = null): Promise<number> {
  return until(
    'the database runs',
    () => {
      const pid = postmasterOf(path.join(dataDir, 'postgres'));
      return pid === than ? null : pid;
    },
    60_000,
  );
}

async function readiness({ url, output }: RunningServer): Promise<number> {
  try {
    return (await fetch(`${url}/readyz`)).status;
  } catch (error) {
    throw new Error(`no answer; the server said:\n${output()}`, { cause: error });
  }
}

describe('the server', () => {
  it('continues without a restart when its database is killed', async () => {
    const running = await server();
    for (let round = 0; round < 3; round++) {
      const killed = await postmaster(running);
      process.kill(killed, 'SIGKILL');
      await postmaster(running, killed);
      await until('the server is ready again', async () => (await readiness(running)) === 200, 60_000);
      expect(running.alive()).toBe(true);
    }
  });

  it('starts again after it was killed, with its data', async () => {
    const running = await server();
    const { db } = await running.database();
    await makeWorkspace(db);
    await running.kill();
    await running.start();
    const people = await (await running.database()).db.selectFrom('user').select('name').execute();
    expect(people).toEqual([{ name: 'Olive Owner' }]);
  });

  it('stops on SIGTERM within ten seconds, whoever holds a connection', async () => {
    const running = await server();
    const { hostname, port } = new URL(running.url);
    const idle = connectSocket(Number(port), hostname);
    idle.on('error', () => {});
    const slow = connectSocket(Number(port), hostname, () =>
      slow.write('POST /api/user/login HTTP/1.1\r\nhost: x\r\n'),
    );
    slow.on('error', () => {});
    await until('both are connected', async () => {
      const metrics = await (await fetch(`${running.url}/metrics`)).text();
      return slow.bytesWritten > 0 && !idle.connecting && metrics.includes('tandem_http_request_seconds');
    });
    const before = Date.now();
    expect(await running.stop()).toBe(0);
    expect(Date.now() - before).toBeLessThan(10_000);
    idle.destroy();
    slow.destroy();
  });

  it('stops on SIGTERM while it starts, and its database with it', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tandem-early-'));
    cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const env = { ...ourEnvironment, DATA_DIR: dataDir };
    const child = spawn(process.execPath, [path.join(root, 'apps/server/src/main.ts')], {
      cwd: root,
      env: { ...env, PORT: String(await freePort()) },
    });
    const lock = path.join(dataDir, 'postgres/data/postmaster.pid');
    let wasRunning = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!text.includes('Preparing the workspace')) return;
      wasRunning = existsSync(lock);
      child.kill('SIGTERM');
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, wasRunning, isRunning: existsSync(lock) }).toEqual({
      code: 0,
      wasRunning: true,
      isRunning: false,
    });
  });

  it('refuses a second server on the same data, in a sentence, and leaves the first alone', async () => {
    const running = await server();
    const second = await run('main.ts', [], { DATA_DIR: running.dataDir, PORT: String(await freePort()) });
    expect(second.code).toBe(1);
    expect(second.output).toMatch(
      /^Another Tandem server \(process \d+\) is using .*\. Stop it first, or .*DATA_DIR\.$/m,
    );
    expect(await readiness(running)).toBe(200);
  });

  it('says in a sentence why it cannot start', async () => {
    const running = await server();
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tandem-second-'));
    cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const cases: [Record<string, string>, RegExp][] = [
      [{ PORT: new URL(running.url).port }, /^The port is taken/m],
      [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65535, not "http"\.$/m],
      [{ DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none` }, /^The database does not answer/m],
    ];
    for (const [env, sentence] of cases) {
      const { code, output } = await run('main.ts', [], { DATA_DIR: dataDir, ...env });
      expect(code, output).toBe(1);
      expect(output).toMatch(sentence);
      expect(output).not.toMatch(/\n\s+at /);
    }
  });

  it('is backed up while it runs, and restored elsewhere', async () => {
    const running = await server();
    const { db } = await running.database();
    const { app, owner } = await makeWorkspace(db);
    const channel = await makeChannel(db, { appId: app.id, creatorId: owner.id });
    await makeMessage(db, { channelId: channel.id, authorId: owner.id, text: 'Keep me' });

    const elsewhere = mkdtempSync(path.join(tmpdir(), 'tandem-elsewhere-'));
    cleanUps.push(() => rmSync(elsewhere, { recursive: true, force: true }));
    const file = path.join(elsewhere, 'backup.tar.gz');
    const made = await run('commands/backup.ts', [file], { DATA_DIR: running.dataDir });
    expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/^Backed up \d+ rows/) });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const beside = await run('commands/restore.ts', [file, '--force'], { DATA_DIR: running.dataDir });
    expect(beside).toMatchObject({ code: 1, output: expect.stringMatching(/Stop it, then restore/) });
    expect(await readiness(running)).toBe(200);

    const other = await server();
    await other.stop();
    const restored = await run('commands/restore.ts', [file], { DATA_DIR: other.dataDir });
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored \d+ rows/) });
    await other.start();
    const messages = await (await other.database()).db.selectFrom('message').select('parts').execute();
    expect(messages).toEqual([{ parts: [{ type: 'text', text: 'Keep me' }] }]);
  });
});
