import { fileURLToPath } from 'node:url';
import { AppError } from '../errors.ts';
import { fairQueue } from '../timing/fair-queue.ts';
import { WorkerChild, WorkerFailure } from './child.ts';

/** How long an idle child is kept for the next input, in milliseconds. */
const IDLE_MS = 90_000;
/** Part of its memory bound that a child may hold after its work; one that holds more is replaced. */
const KEPT_SHARE = 0.5;
/** Work that takes longer than this gives its place to the next, in milliseconds. */
const SLOW_AFTER_MS = 1_000;

export interface WorkerOptions {
  /** The worker module, `<verb>.worker.ts`, which calls `serveWorker`. */
  file: URL;
  /** Processor time of one call, in milliseconds, unless the call says less. */
  timeMs: number;
  /** Resident memory of one child, in megabytes. It is watched on Linux; elsewhere V8's heap has this bound. */
  memoryMb: number;
  /** Calls that run at once. */
  atOnce?: number;
  /**
   * Calls that may run besides these because they have been running for more than a second; as many by default. One more
   * is stopped when others wait, and begun anew when one of these ends: however many owners have much to do, who has
   * little waits a second at most. Without such places each call keeps its own until it ends.
   */
  slowAtOnce?: number;
  /** Calls of one owner that may wait. */
  waitingPerOwner?: number;
  /** Whether it may load machine code. */
  addons?: boolean;
  /** The error for input that took too much time or memory, or made the worker fail. */
  tooMuch(failure: WorkerFailure): Error;
}

export interface WorkerCall {
  /** The owner whose turn the call waits for. Owners take turns, and one call of each runs at a time. */
  owner: string | number;
  /** Ends the work early, or the waiting for it. */
  signal?: AbortSignal | undefined;
  /** A lower bound on processor time for this call, in milliseconds. */
  timeMs?: number | undefined;
  /** Files that this call may read besides the code. It gets a child of its own, which ends with it. */
  readable?: readonly string[] | undefined;
}

/**
 * Works on an input in a child process that can be killed.
 * @param input or a function that makes it when the call's turn comes, so that waiting calls hold no memory
 * @throws what `tooMuch` makes; AppError with the key of a `WorkerRefusal`; AppError `unavailable` when too many calls
 *   of the owner wait; the signal's reason
 */
export type Worker<Input, Output> = (
  input: Input | (() => Input | Promise<Input>),
  call: WorkerCall,
) => Promise<Output>;

/**
 * Defines work that is done in a pool of warm child processes, with bounded time and memory. Nothing is started until
 * the first call; a child that was idle for 90 seconds ends.
 */
export function defineWorker<Input extends object, Output>({
  file,
  timeMs,
  memoryMb,
  atOnce = 2,
  slowAtOnce = atOnce,
  waitingPerOwner = 20,
  addons = false,
  tooMuch,
}: WorkerOptions): Worker<Input, Output> {
  const path = fileURLToPath(file);
  const queue = fairQueue<string | number>({
    ...{ atOnce, atOncePerOwner: 1, waitingPerOwner },
    // What was stopped would wait for ever for a place that there is not.
    ...(slowAtOnce > 0 && { slow: { afterMs: SLOW_AFTER_MS, atOnce: slowAtOnce, interrupts: true } }),
  });
  /** Children that have started and wait for an input. */
  const idle: { child: WorkerChild; timer: NodeJS.Timeout }[] = [];
  /** Calls that wait for a child, in order. */
  const waiting: { resolve(child: WorkerChild): void; reject(error: unknown): void }[] = [];
  let starting = 0;

  const started = (readable: readonly string[]) =>
    new WorkerChild({ file: path, memoryMb, addons, readable });

  /** A child that has started: one that is idle, else whichever is free or ready first. */
  async function take(): Promise<WorkerChild> {
    while (idle.length > 0) {
      const next = idle.pop();
      clearTimeout(next?.timer);
      if (next?.child.isAlive) return next.child;
    }
    const { promise, resolve, reject } = Promise.withResolvers<WorkerChild>();
    waiting.push({ resolve, reject });
    if (waiting.length > starting) startOne();
    return promise;
  }

  function startOne(): void {
    starting += 1;
    const child = started([]);
    child.hold();
    child.started
      .finally(() => {
        starting -= 1;
        child.release();
      })
      .then(
        () => keep(child),
        (error: unknown) => {
          void child.kill();
          waiting.shift()?.reject(error);
        },
      );
  }

  /** Hands a child to the next call, or keeps it for one. */
  function keep(child: WorkerChild): void {
    const next = waiting.shift();
    if (next) {
      next.resolve(child);
      return;
    }
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((each) => each.child === child),
        1,
      );
      void child.kill();
    }, IDLE_MS);
    timer.unref();
    idle.push({ child, timer });
  }

  /** Gives a child up for the next call, unless it ended or still holds much of what it worked on. */
  async function giveBack(child: WorkerChild, residentMb: number): Promise<void> {
    if (child.isAlive && residentMb <= memoryMb * KEPT_SHARE) {
      keep(child);
      return;
    }
    await child.kill();
    if (waiting.length > starting) startOne();
  }

  async function work(
    input: Input | (() => Input | Promise<Input>),
    { signal: ended, timeMs: atMost = timeMs, readable }: WorkerCall,
    interrupted: AbortSignal,
  ): Promise<Output> {
    const signal = ended ? AbortSignal.any([ended, interrupted]) : interrupted;
    signal.throwIfAborted();
    const given = typeof input === 'function' ? await input() : input;
    const child = readable ? started(readable) : await take();
    // Told with the answer; one that fails has been killed by then.
    let residentMb = 0;
    try {
      const message = await child.run(given, Math.min(atMost, timeMs), signal);
      if (message.kind === 'answer' || message.kind === 'refused') residentMb = message.residentMb;
      if (message.kind === 'refused') throw new AppError(message.key, message.params);
      return (message.kind === 'answer' ? message.value : undefined) as Output;
    } catch (error) {
      throw error instanceof WorkerFailure ? tooMuch(error) : error;
    } finally {
      await (readable ? child.kill() : giveBack(child, residentMb));
    }
  }

  return (input, call) =>
    orStopped(call.signal, () => queue.run(call.owner, (interrupted) => work(input, call, interrupted)));
}

/** Does not wait for a turn any longer once the signal is given. */
async function orStopped<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(), stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
