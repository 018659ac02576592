import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { until } from './live.ts';
import { freePort } from './port.ts';

/** A Redis of a test's own, which it may stop. */
export interface TestRedis {
  url: string;
  /** As one that hangs: connections stay, nothing is answered. */
  pause(): void;
  resume(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Whether this machine has the program. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** Starts a Redis on a free port of the loopback. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async kill() {
      const ending = child;
      child = null;
      if (!ending || ending.exitCode !== null) return;
      const exited = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill('SIGKILL');
      await exited;
    },
    async start() {
      child = spawn(
        'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        { stdio: 'ignore' },
      );
      await until('Redis answers', () => answers(port));
    },
  };
  await redis.start();
  return redis;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
