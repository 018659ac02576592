import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Database } from '@tandem/db';
import { attachEmbedded, type Embedded } from '@tandem/db/embedded/index';
import { variables } from '../../apps/server/src/config/variables.ts';
import { freePort } from './port.ts';
import { stallsOf } from './stalls.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Set but empty counts as unset, and keeps a developer's `.env` out. */
const unset = Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
/**
 * The environment for our programs, so that a developer's keys never reach a test. The compile cache is kept
 * between starts, as with `npm start`: compiling takes longer than everything else in a start.
 */
export const ourEnvironment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node-compile'),
};
/** A machine on which everything else runs too is slow; a server that ends says so at once. */
const START_MS = 240_000;
/** Time to end beyond the grace time of what runs. */
const STOP_MS = 20_000;

/** A Tandem server in its own process, seen as its users see it: by its address and its output. */
export interface RunningServer {
  url: string;
  dataDir: string;
  /** All it printed, over every start. */
  output(): string;
  /** Starts it again with the same port, data and settings, after it ended; `env` changes some of them. */
  start(env?: Record<string, string>): Promise<void>;
  /** Ends it gently. @returns its exit code */
  stop(): Promise<number | null>;
  /** Sends a signal and waits for nothing. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Whether the process lives. */
  alive(): boolean;
  /** Its process; null when it does not live. */
  pid(): number | null;
  /** Its own database, for arranging what no call offers yet. Belongs to the server: closed with it. */
  database(): Promise<Database>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
}

/**
 * Starts `apps/server` on a free port with a fresh data folder.
 * @throws Error with the server's output when it does not become ready
 */
export async function startServerProcess(
  env: Record<string, string> = {},
  port?: number,
): Promise<RunningServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tandem-test-'));
  const listening = port ?? (await freePort());
  const url = `http://127.0.0.1:${listening}`;
  let settings = env;
  let child: ChildProcess | null = null;
  let printed = '';
  let guest: Embedded | null = null;
  let database: Database | null = null;

  const alive = () => child !== null && child.exitCode === null && child.signalCode === null;

  async function closeDatabase() {
    await database?.close();
    await guest?.stop();
    database = null;
    guest = null;
  }

  async function start(changes: Record<string, string> = {}) {
    // Tests that inspect it after its end keep what they need.
    await closeDatabase();
    settings = { ...settings, ...changes };
    const started = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: root,
      env: {
        ...ourEnvironment,
        ...unset,
        HOST: '127.0.0.1',
        PORT: String(listening),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        DRAIN_SECONDS: '2',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    for (const until = Date.now() + START_MS; ; await sleep(50)) {
      if (await answers(`${url}/readyz`)) return;
      if (!alive()) throw new Error(`The server ended at start with ${started.exitCode}:\n${printed}`);
      if (Date.now() > until) {
        started.kill('SIGKILL');
        throw new Error(`The server was not ready within ${START_MS / 1000} s:\n${printed}`);
      }
    }
  }

  /** Checked when a separate server stops normally; tests that kill a server check other things. */
  async function assertNoStalls() {
    const stalls = alive() ? await stallsOf(url) : null;
    if (stalls) throw new Error(`The event loop stood for more than a second, ${stalls} times:\n${printed}`);
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    await closeDatabase();
    const ending = child;
    if (!ending || !alive()) return ending?.exitCode ?? null;
    const exited = once(ending, 'exit');
    ending.kill(signal);
    const graceMs = Number(settings.DRAIN_SECONDS ?? 2) * 1_000;
    const timer = setTimeout(() => ending.kill('SIGKILL'), graceMs + STOP_MS);
    await exited;
    clearTimeout(timer);
    return ending.exitCode;
  }

  try {
    await start();
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
  return {
    url,
    dataDir,
    output: () => printed,
    start,
    stop: () => end('SIGTERM'),
    signal: (signal) => void child?.kill(signal),
    kill: async () => void (await end('SIGKILL')),
    alive,
    pid: () => (alive() ? (child?.pid ?? null) : null),
    async database() {
      if (database) return database;
      const { DATABASE_URL } = settings;
      guest = DATABASE_URL
        ? null
        : await attachEmbedded({ dir: path.join(dataDir, 'postgres'), log: () => {} });
      database = connect({ url: guest?.url ?? DATABASE_URL ?? '', maxConnections: 2 });
      return database;
    },
    async dispose() {
      try {
        await assertNoStalls();
      } finally {
        await end('SIGTERM');
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
