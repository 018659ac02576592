import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attachEmbedded, type Embedded, startEmbedded } from '@tandem/db/embedded/index';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atDepth } from '../running/depth.ts';
import { until } from '../running/live.ts';
import { postmasterOf } from '../running/postmaster.ts';

let folder: string;
let dir: string;
const said: string[] = [];
const log = (line: string) => void said.push(line);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tandem-faults-'));
  chmodSync(folder, 0o755);
  dir = path.join(folder, 'postgres');
  said.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

interface Writer {
  child: ChildProcess;
  acknowledged(): number;
  /** Resolves when more than `count` rows are acknowledged. */
  past(count: number): Promise<void>;
  up: Promise<void>;
}

function write(run: string): Writer {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'writer.ts'), dir, run], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', log);
  const acknowledged = () => Number(/ack (\d+)\n[^\n]*$/.exec(text)?.[1] ?? 0);
  const until = async (condition: () => boolean) => {
    for (const end = Date.now() + 30_000; !condition(); await sleep(5))
      if (Date.now() > end || child.exitCode !== null)
        throw new Error(`writer ${run}: ${text.slice(-200)}\n${said.slice(-20).join('\n')}`);
  };
  return {
    child,
    acknowledged,
    past: (count) => until(() => acknowledged() > count),
    up: until(() => text.includes('up ')),
  };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** The database's process, once it has one. */
const postmaster = () => until('the database runs', () => postmasterOf(dir), 30_000);

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function query<Row extends object>(embedded: Embedded, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function rowsOf(run: string): Promise<number> {
  const embedded = await startEmbedded({ dir, log });
  try {
    const rows = await query<{ n: number }>(
      embedded,
      `select count(*)::int n from written where run = '${run}'`,
    );
    return rows[0]?.n ?? 0;
  } finally {
    await embedded.stop();
  }
}

const onLinux = process.platform === 'linux';

describe('the embedded database', () => {
  it('loses no acknowledged row in kills of the server, the database, its supervisor and all of them', async () => {
    const victims = ['server', 'database', 'both', 'supervisor', 'all'] as const;
    for (let round = 0; round < atDepth(1, 3) * victims.length; round++) {
      const victim = victims[round % victims.length] ?? 'server';
      const run = `${victim} ${round}`;
      const writer = write(run);
      await writer.up;
      await writer.past(5 + Math.floor(Math.random() * 60));
      const database = await postmaster();
      const supervisor = onLinux ? parentOf(database) : 0;
      if (supervisor > 1 && (victim === 'supervisor' || victim === 'all'))
        process.kill(supervisor, 'SIGKILL');
      if (victim === 'both' || victim === 'all') {
        process.kill(database, 'SIGKILL');
        await kill(writer.child);
      } else if (victim === 'database') {
        process.kill(database, 'SIGKILL');
        // It restarts by itself, and the server continues.
        await writer.past(writer.acknowledged() + 5);
        await kill(writer.child, 'SIGTERM');
      } else if (victim === 'supervisor') {
        await writer.past(writer.acknowledged() + 5);
        await kill(writer.child, 'SIGTERM');
      } else {
        await kill(writer.child);
      }
      expect(await rowsOf(run), run).toBeGreaterThanOrEqual(writer.acknowledged());
    }
  });

  it('starts over after kills while the cluster is being created', async () => {
    for (let round = 0; round < 6; round += atDepth(2, 1)) {
      const writer = write('first');
      writer.up.catch(() => {});
      await sleep(100 + round * 90);
      if (writer.child.exitCode === null) await kill(writer.child);
    }
    const embedded = await startEmbedded({ dir, log });
    expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.stop();
    expect(readdirSync(dir).filter((name) => name.startsWith('init-'))).toEqual([]);
  });

  it.each([
    ['another process', () => `${process.pid}`],
    ['nobody', () => '4194300'],
    ['nothing at all', () => ''],
  ])('ignores a lock file that names %s', async (_who, pid) => {
    await (await startEmbedded({ dir, log })).stop();
    const file = path.join(dir, 'data/postmaster.pid');
    const lines = [
      pid(),
      path.join(dir, 'data'),
      '1700000000',
      '5432',
      '../run',
      '',
      '  1234567        77',
      'ready   ',
    ];
    writeFileSync(file, pid() === '' ? '' : `${lines.join('\n')}\n`);
    if (process.getuid?.() === 0) chmodSync(file, 0o666);
    const embedded = await startEmbedded({ dir, log });
    expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.stop();
  });

  it('has one server, whoever starts with it; commands connect as guests', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 6 }, () => startEmbedded({ dir, log })));
    const owners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const reasons = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
    expect(owners).toHaveLength(1);
    for (const reason of reasons)
      expect(reason).toMatch(/Another Tandem server \(process \d+\) is using .*postgres/);

    const guests = await Promise.all([attachEmbedded({ dir, log }), attachEmbedded({ dir, log })]);
    for (const guest of guests) {
      expect(guest.shared).toBe(true);
      expect(await query(guest, 'select 1 as one')).toEqual([{ one: 1 }]);
      await guest.stop();
    }
    const [owner] = owners;
    expect(await query(owner as Embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
    await owner?.stop();
  });

  it('serves commands without a server, and a server that starts meanwhile waits for them', async () => {
    const command = await attachEmbedded({ dir, log });
    expect(command.shared).toBe(false);
    const other = await attachEmbedded({ dir, log });
    expect(other.shared).toBe(true);
    let started = false;
    const server = startEmbedded({ dir, log }).then((embedded) => {
      started = true;
      return embedded;
    });
    const left = command.stop();
    await sleep(200);
    expect(await query(other, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(started).toBe(false);
    await other.stop();
    await left;
    await (await server).stop();
  });

  it('runs where the path is too long for a socket', async () => {
    dir = path.join(folder, 'a'.repeat(90), 'b'.repeat(90), 'postgres');
    const embedded = await startEmbedded({ dir, log });
    expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(startEmbedded({ dir, log })).rejects.toThrow(/Another Tandem server/);
    await embedded.stop();
  });

  it.runIf(process.getuid?.() === 0)('runs in a data folder that only root may enter', async () => {
    const data = path.join(folder, 'private');
    mkdirSync(data);
    chmodSync(data, 0o700);
    dir = path.join(data, 'postgres');
    const embedded = await startEmbedded({ dir, log });
    expect(
      await query(embedded, "select current_setting('fsync') f, current_setting('synchronous_commit') s"),
    ).toEqual([{ f: 'on', s: 'on' }]);
    await embedded.stop();
  });
});
