import { type ChildProcess, fork } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../errors.ts';
import type { WorkerMessage } from './serve.ts';

/** Milliseconds between measurements of a working child's memory and processor time. */
const WATCH_EVERY_MS = 50;
/** Maximum milliseconds for a child to start, on a busy machine. */
const START_MS = 30_000;
/** The wall-clock bound as a multiple of the processor-time bound: a busy machine is not the input's fault. */
const WALL_FACTOR = 4;
/** Clock ticks per second in `/proc`, the same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;
/** Readable for every worker: the folders with code and no data. */
const CODE = ['packages/', 'node_modules/', 'package.json'].map((name) =>
  fileURLToPath(new URL(`../../../../../${name}`, import.meta.url)),
);

/** Why a child did not answer. */
export class WorkerFailure extends Error {
  readonly reason: 'time' | 'memory' | 'ended' | 'failed';

  constructor(reason: WorkerFailure['reason'], message = '') {
    super(`the worker gave no answer (${reason})${message && `: ${message}`}`);
    this.name = 'WorkerFailure';
    this.reason = reason;
  }
}

export interface ChildOptions {
  file: string;
  memoryMb: number;
  addons: boolean;
  /** Files and folders readable besides the code. */
  readable: readonly string[];
  /** Arguments of the module. */
  args?: readonly string[];
}

interface Usage {
  memoryMb: number;
  cpuMs: number;
}

const GREATEST_NICENESS = 19;

const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/**
 * A child process that works on one input at a time. It may read the code and files granted to it, cannot
 * write or start processes, and has an empty environment.
 */
export class WorkerChild {
  private readonly child: ChildProcess;
  private readonly memoryMb: number;
  /** Resolves once it takes inputs. @throws AppError `unavailable` when it does not start */
  readonly started: Promise<void>;
  private ended = false;
  private niceness = 0;
  private gone: Promise<void>;
  private receive: ((message: WorkerMessage) => void) | null = null;
  private fail: ((error: Error) => void) | null = null;

  constructor({ file, memoryMb, addons, readable, args = [] }: ChildOptions) {
    this.memoryMb = memoryMb;
    this.child = fork(file, args, {
      execArgv: [
        `--max-old-space-size=${memoryMb}`,
        '--permission',
        // For the thread that ends it with its parent.
        '--allow-worker',
        ...[...CODE, ...readable].map((path) => `--allow-fs-read=${path}`),
        ...(addons ? ['--allow-addons'] : []),
        '--no-warnings',
      ],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    living.add(this.child);
    const exited = Promise.withResolvers<void>();
    this.gone = exited.promise;
    const end = () => {
      this.ended = true;
      living.delete(this.child);
      this.fail?.(new WorkerFailure('ended'));
      exited.resolve();
    };
    this.child.on('error', end);
    this.child.on('exit', end);
    this.child.on('message', (message) => this.receive?.(message as WorkerMessage));
    this.started = this.waitForStart();
    // The failure is reported to the caller awaiting the start.
    this.started.catch(() => {});
    this.release();
  }

  /** Whether it can accept another input. */
  get isAlive(): boolean {
    return !this.ended;
  }

  /**
   * Waits for the start, then processes an input; the bounds count from then on. On any failure the process
   * has been killed.
   * @param timeMs processor time of the work; four times as much wall time
   * @throws WorkerFailure, the signal's reason, AppError `unavailable` when it does not start
   */
  async run(input: object, timeMs: number, signal: AbortSignal | undefined): Promise<WorkerMessage> {
    this.hold();
    try {
      await this.started;
      return await this.answer(input, timeMs, signal);
    } catch (error) {
      // The next child starts only once this one is gone.
      await this.kill();
      throw error;
    } finally {
      this.release();
    }
  }

  /**
   * Leaves the processor to others while those are busy, from now on: what has yielded may not take it back.
   * @param niceness from 0, for as much as everyone, to 19
   */
  yieldTo(niceness: number): void {
    const { pid } = this.child;
    if (niceness <= this.niceness || pid === undefined) return;
    this.niceness = niceness;
    setNiceness(pid, niceness);
    // Linux knows a niceness of each thread, and some run already unless the process has only just been made.
    readdir(`/proc/${pid}/task`).then(
      (threads) => {
        for (const id of threads) setNiceness(Number(id), niceness);
      },
      () => {},
    );
  }

  /** Kills it immediately. */
  async kill(): Promise<void> {
    if (!this.ended) this.child.kill('SIGKILL');
    await this.gone;
  }

  private async answer(
    input: object,
    timeMs: number,
    signal: AbortSignal | undefined,
  ): Promise<WorkerMessage> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<WorkerMessage>();
    const before = this.usage();
    const stop = () => reject(signal?.reason);
    const timer = setTimeout(() => reject(new WorkerFailure('time')), timeMs * WALL_FACTOR);
    const watch = setInterval(async () => {
      const [{ memoryMb, cpuMs }, { cpuMs: until }] = await Promise.all([this.usage(), before]);
      if (memoryMb > this.memoryMb) reject(new WorkerFailure('memory'));
      else if (cpuMs - until > timeMs) reject(new WorkerFailure('time'));
    }, WATCH_EVERY_MS);
    signal?.addEventListener('abort', stop, { once: true });
    this.receive = resolve;
    this.fail = reject;
    if (this.ended) reject(new WorkerFailure('ended'));
    else this.child.send(input, (error) => error && reject(new WorkerFailure('ended', error.message)));
    try {
      const message = await promise;
      if (message.kind === 'failed') throw new WorkerFailure('failed', message.message);
      return message;
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener('abort', stop);
      this.receive = null;
      this.fail = null;
    }
  }

  private async waitForStart(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error('it did not start in time')), START_MS);
    timer.unref();
    this.receive = () => resolve();
    this.fail = reject;
    try {
      await promise;
    } catch (error) {
      throw new AppError('unavailable', {}, error);
    } finally {
      clearTimeout(timer);
      this.receive = null;
      this.fail = null;
    }
  }

  /** Keeps the server's process alive during a call. */
  hold(): void {
    this.child.ref();
    this.child.channel?.ref();
  }

  /** Lets the server's process end while it is idle. */
  release(): void {
    this.child.unref();
    this.child.channel?.unref();
  }

  private async usage(): Promise<Usage> {
    const folder = `/proc/${this.child.pid}`;
    const [memory, stat] = await Promise.all(
      ['statm', 'stat'].map((name) => readFile(`${folder}/${name}`, 'utf8').catch(() => '')),
    );
    // The program's name in brackets may contain spaces; times are fields 14 and 15 of the line.
    const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
    return {
      memoryMb: (Number((memory ?? '').split(' ')[1] ?? 0) * PAGE_BYTES) / 1024 / 1024,
      cpuMs: (ticks / TICKS_PER_SECOND) * 1_000,
    };
  }
}

/** @param niceness beyond that of this process */
function setNiceness(id: number, niceness: number): void {
  try {
    setPriority(id, Math.min(GREATEST_NICENESS, getPriority() + niceness));
  } catch {
    // It may have ended; and where this is not allowed, it takes its turns like the others.
  }
}
