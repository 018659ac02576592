import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { EmbeddedError } from './error.ts';
import { type Home, systemPath } from './home.ts';
import { clearRemains, readyPid } from './orphan.ts';

/** A running database that is started again when it dies. */
export interface Supervised {
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  home: Home;
  binaries: Binaries;
  flags: string[];
  log: (line: string) => void;
}

/**
 * The shell owns the database. Its standard input is a pipe from us; when that closes, because we stop or are
 * killed, the watcher requests a fast shutdown, repeatedly if the database is too young to listen.
 */
const script = `"$0" "$@" </dev/null &
db=$!
trap "" INT TERM HUP
exec 3<&0
(read -r _ <&3; while kill -INT $db 2>/dev/null; do sleep 1; done) &
watcher=$!
wait $db
status=$?
kill -9 $watcher 2>/dev/null
exit $status`;

const startLimit = 60_000;
/** Sessions of a killed database hold its memory a moment longer. */
const heldMemory = /shared memory block .* still in use/;
const patience = 30_000;

/**
 * Starts the database and keeps it running.
 * @throws EmbeddedError with the database's own words when it does not start
 */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  let stopping = false;
  let child = await launchPatiently(options, () => stopping);
  let settled: Promise<void> = Promise.resolve();

  const watch = () => {
    child.once('exit', () => {
      if (!stopping) settled = relaunch();
    });
  };
  const relaunch = async () => {
    options.log('The database ended unexpectedly; starting it again');
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        child = await launchPatiently(options, () => stopping);
        return watch();
      } catch (error) {
        options.log(error instanceof Error ? error.message : String(error));
        await sleep(pause);
      }
    }
  };
  watch();

  return {
    async stop() {
      stopping = true;
      await settled;
      await end(child);
    },
  };
}

async function launchPatiently(options: SuperviseOptions, given: () => boolean): Promise<ChildProcess> {
  for (const deadline = performance.now() + patience; ; ) {
    await clearRemains(options.home, options.log);
    try {
      return await launch(options);
    } catch (error) {
      const held = error instanceof EmbeddedError && heldMemory.test(error.message);
      if (!held || given() || performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

async function launch({ home, binaries, flags, log }: SuperviseOptions): Promise<ChildProcess> {
  // The folder of sockets is named from the cluster's own, where the database stands: a long path fits so.
  const settings = ['listen_addresses=', 'unix_socket_directories=../run', 'unix_socket_permissions=0700'];
  settings.push('fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'log_checkpoints=off');
  const args = ['-D', home.data, ...settings.flatMap((setting) => ['-c', setting]), ...flags];
  const ids = home.runner ? { uid: home.runner.uid, gid: home.runner.gid } : {};
  const child = spawn('/bin/sh', ['-c', script, binaries.postgres, ...args], {
    ...ids,
    cwd: '/',
    env: { PATH: systemPath, TZ: 'UTC', LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-4000);
    for (const line of chunk.split('\n')) if (line.trim()) log(line);
  });
  child.stdin.on('error', () => {});
  // Holding a database open is no reason for a process to go on.
  child.unref();
  for (const stream of [child.stdin, child.stderr]) if (stream instanceof Socket) stream.unref();

  const deadline = performance.now() + startLimit;
  while (readyPid(home) === null) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      await end(child);
      throw new EmbeddedError(`The database did not start: ${words.trim() || 'it said nothing'}`);
    }
    await sleep(5);
  }
  return child;
}

/** A fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.ref();
    child.once('exit', () => resolve());
    child.stdin?.end();
  });
}
