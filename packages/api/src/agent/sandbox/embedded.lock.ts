import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import workerThreads from 'node:worker_threads';

/**
 * Loaded before anything else into the process of the embedded shell and each of its threads. Node's permissions end
 * where a thread names its own flags, so that only the threads that the shell needs can be started, with ours. What
 * reaches other processes or the network is taken away as well. It holds back code that has escaped from an interpreter;
 * it is no boundary such as the kernel's.
 */
const Thread = workerThreads.Worker;
/** The threads of Python, JavaScript and SQLite. */
const OURS = /\/node_modules\/just-bash\/dist\/bundle\/chunks\/(?:worker|js-exec-worker|sqlite3-worker)\.js$/;
const MOST = 8;
let started = 0;

function LockedWorker(file: string | URL, options: workerThreads.WorkerOptions = {}): workerThreads.Worker {
  started += 1;
  if (!OURS.test(String(file)) || options.eval || started > MOST) refuse();
  const { workerData, transferList, resourceLimits, name } = options;
  return new Thread(file, {
    workerData,
    ...(transferList && { transferList }),
    ...(resourceLimits && { resourceLimits }),
    ...(name !== undefined && { name }),
    env: {},
  });
}
LockedWorker.prototype = Thread.prototype;
fix(Thread.prototype, 'constructor', LockedWorker);
fix(workerThreads, 'Worker', LockedWorker);

for (const [owner, names] of [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'send', 'connect']],
  [dns, functionsOf(dns)],
  [dns.promises, functionsOf(dns.promises)],
  [
    process,
    ['binding', '_linkedBinding', 'dlopen', 'kill', '_kill', '_debugProcess', 'setuid', 'setgid', 'chdir'],
  ],
] as const)
  for (const name of names) if (name in owner) fix(owner, name, refuse);
syncBuiltinESMExports();

function functionsOf(owner: object): string[] {
  return Object.entries(owner).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
}

function refuse(): never {
  throw new Error('not allowed in a workspace');
}

/** Whoever redefines it again has no way to what was there. */
function fix(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}
