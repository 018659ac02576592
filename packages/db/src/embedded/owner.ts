import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './error.ts';
import type { Home } from './home.ts';

/** Kind of process that opens the cluster: a server stays, a command finishes soon. */
export type OwnerKind = 'server' | 'command';

/** Our own hold on a cluster. */
export interface Ownership {
  /** Admits guests: the database is ready. */
  ready(): void;
  /** Admits no more guests, and resolves when the last has gone. */
  unattended(): Promise<void>;
  release(): Promise<void>;
}

/** Another process' hold on the cluster; the open connection lasts as long as its hold. */
export interface Held {
  kind: OwnerKind;
  pid: number;
  /** Resolves true once we are its guest and the database can be used, false when the owner went away first. */
  ready: Promise<boolean>;
  /** Resolves when the owner has gone. */
  gone: Promise<void>;
  detach(): void;
}

/**
 * Generations that stay behind the newest. A process that looked before this many handovers, and acts only
 * now, could take an old name for a free one.
 */
const keptGenerations = 16;
const prefix = 'owner-';

/**
 * Becomes the owner of the cluster, or connects to the existing one. Owners listen on a socket, which the
 * system closes however they end. Each takes the next number by creating a link, which only one process can;
 * a number whose socket does not answer may be followed, so nothing stale is ever removed under a newcomer.
 */
export async function claim(home: Home, kind: OwnerKind): Promise<{ own: Ownership } | { held: Held }> {
  for (;;) {
    const newest = Math.max(0, ...generations(home));
    if (newest > 0) {
      const held = await greet(path.join(home.sockets, prefix + newest), kind);
      if (held === 'busy') {
        await sleep(50);
        continue;
      }
      if (held) return { held };
    }
    const own = await take(home, newest + 1, kind);
    if (own) return { own };
  }
}

function generations(home: Home): number[] {
  return readdirSync(home.run).flatMap((name) =>
    name.startsWith(prefix) ? [Number(name.slice(prefix.length))] : [],
  );
}

async function take(home: Home, generation: number, kind: OwnerKind): Promise<Ownership | null> {
  const name = `c-${randomBytes(6).toString('hex')}`;
  const callers = new Set<net.Socket>();
  const guests = new Set<net.Socket>();
  let ready = false;
  const server = net.createServer((socket) => {
    callers.add(socket);
    socket.unref();
    socket.on('error', () => {});
    socket.on('close', () => {
      callers.delete(socket);
      guests.delete(socket);
    });
    // A server only waits here for our end; a command wants in.
    socket.setEncoding('utf8').on('data', (word) => {
      if (String(word) !== 'command\n') return;
      guests.add(socket);
      if (ready) socket.write('ready\n');
    });
    socket.write(`${JSON.stringify({ kind, pid: process.pid })}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path.join(home.sockets, name), resolve);
  });
  server.unref();
  try {
    symlinkSync(name, path.join(home.run, prefix + generation));
  } catch (error) {
    server.close();
    for (const socket of callers) socket.destroy();
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
  sweep(home, generation - keptGenerations);
  return {
    ready() {
      ready = true;
      for (const socket of guests) socket.write('ready\n');
    },
    async unattended() {
      while (guests.size > 0)
        await new Promise((resolve) => {
          for (const socket of guests) socket.ref().once('close', resolve);
        });
      ready = false;
    },
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of callers) socket.destroy();
      }),
  };
}

function sweep(home: Home, oldest: number): void {
  for (const generation of generations(home).filter((candidate) => candidate <= oldest)) {
    const link = path.join(home.run, prefix + generation);
    try {
      rmSync(path.join(home.run, path.basename(readlinkSync(link))), { force: true });
      rmSync(link, { force: true });
    } catch {
      // Another owner swept it.
    }
  }
}

/** Null when nobody listens any more; busy when the queue of connections is full. */
function greet(socketPath: string, as: OwnerKind): Promise<Held | 'busy' | null> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath);
    const { promise: gone, resolve: onGone } = Promise.withResolvers<void>();
    const { promise: ready, resolve: onReady } = Promise.withResolvers<boolean>();
    let text = '';
    let greeted = false;
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(`${as}\n`));
    socket.on('data', (chunk) => {
      text += chunk;
      const [first, second] = text.split('\n');
      if (!greeted && text.includes('\n') && first) {
        greeted = true;
        const { kind, pid }: { kind: OwnerKind; pid: number } = JSON.parse(first);
        resolve({ kind, pid, ready, gone, detach: () => socket.destroy() });
      }
      if (second === 'ready') onReady(true);
    });
    socket.on('error', (error) => {
      if (codeOf(error) === 'EAGAIN') resolve('busy');
    });
    socket.on('close', () => {
      onReady(false);
      onGone();
      resolve(null);
    });
  });
}
