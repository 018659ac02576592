import { fileURLToPath } from 'node:url';
import { AppError } from '../errors.ts';
import { fairQueue } from '../timing/fair-queue.ts';
import { WorkerChild, WorkerFailure } from './child.ts';
import { OwnChild } from './own-child.ts';

/** Milliseconds an idle child is kept for the next input. */
const IDLE_MS = 90_000;
/** Share of its memory bound that a child may keep after its work; beyond it the child is replaced. */
const KEPT_SHARE = 0.5;
/** Work that takes longer than this gives its slot to the next, in milliseconds. */
const SLOW_AFTER_MS = 1_000;

export interface WorkerOptions {
  /** The worker module, `<verb>.worker.ts`, which calls `serveWorker`. */
  file: URL;
  /** Processor time of one call in milliseconds; a call may request less. */
  timeMs: number;
  /** Resident memory of one child in megabytes, measured on Linux; elsewhere a bound of V8's heap. */
  memoryMb: number;
  /** Maximum concurrent calls. */
  atOnce?: number;
  /**
   * Additional slots for calls that have run for more than a second; as many by default. A further one is
   * stopped when others wait, and restarted when a slot is free: however many owners have long calls, a short
   * one waits a second at most. Without such slots each call keeps its own until it ends.
   */
  slowAtOnce?: number;
  /** Maximum waiting calls of one owner. */
  waitingPerOwner?: number;
  /** Whether it may load native addons. */
  addons?: boolean;
  /** The error for input that exceeded time or memory, or made the worker fail. */
  tooMuch(failure: WorkerFailure): Error;
}

export interface WorkerCall {
  /** The owner the call is scheduled for. Owners take turns, and one call of each runs at a time. */
  owner: string | number;
  /** Ends the work early, or the waiting for it. */
  signal?: AbortSignal | undefined;
  /** A lower bound on processor time for this call, in milliseconds. */
  timeMs?: number | undefined;
  /** Files readable by this call besides the code. It gets its own child, which ends with it. */
  readable?: readonly string[] | undefined;
  /** The child that works on it, for several calls about the same files. */
  own?: OwnChild | undefined;
  /**
   * How much a child of its own leaves the processor to the server and others while those are busy, from 0 to 19, for
   * work that nobody waits for by the second.
   */
  niceness?: number | undefined;
}

/**
 * Processes an input in a child process that can be killed.
 * @param input or a function that builds it when the call's turn comes, so that waiting calls hold no memory
 * @throws the result of `tooMuch`; AppError with the key of a `WorkerRefusal`; AppError `unavailable` when
 * too many calls of the owner wait; the signal's reason
 */
export interface Worker<Input, Output> {
  (input: Input | (() => Input | Promise<Input>), call: WorkerCall): Promise<Output>;
  /**
   * Starts a child for calls that name it as their `own`; to be closed after them.
   * @param readable files that need not exist yet
   * @param args arguments of the module
   */
  own(readable: readonly string[], args?: readonly string[]): OwnChild;
}

/**
 * Defines work for a pool of warm child processes, with bounded time and memory. Starts nothing until the
 * first call; a child idle for 90 seconds ends.
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
    // Without slow slots, stopped work would wait for ever.
    ...(slowAtOnce > 0 && { slow: { afterMs: SLOW_AFTER_MS, atOnce: slowAtOnce, interrupts: true } }),
  });
  /** Children that have started and wait for an input. */
  const idle: { child: WorkerChild; timer: NodeJS.Timeout }[] = [];
  /** Calls that wait for a child, in order. */
  const waiting: { resolve(child: WorkerChild): void; reject(error: unknown): void }[] = [];
  let starting = 0;

  const options = { file: path, memoryMb, addons };

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
    const child = new WorkerChild({ ...options, readable: [] });
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

  /** Passes a child to the next call, or keeps it. */
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

  /** Returns a child to the pool, unless it ended or still holds much memory. */
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
    { signal: ended, timeMs: atMost = timeMs, readable, own, niceness = 0 }: WorkerCall,
    interrupted: AbortSignal,
  ): Promise<Output> {
    const signal = ended ? AbortSignal.any([ended, interrupted]) : interrupted;
    signal.throwIfAborted();
    const given = typeof input === 'function' ? await input() : input;
    const once = readable && new OwnChild({ ...options, readable });
    const child = (own ?? once)?.take(niceness) ?? (await take());
    // Reported with the answer; a failed child has been killed by then.
    let residentMb = 0;
    try {
      const message = await child.run(given, Math.min(atMost, timeMs), signal);
      if (message.kind === 'answer' || message.kind === 'refused') residentMb = message.residentMb;
      if (message.kind === 'refused') throw new AppError(message.key, message.params);
      return (message.kind === 'answer' ? message.value : undefined) as Output;
    } catch (error) {
      throw error instanceof WorkerFailure ? tooMuch(error) : error;
    } finally {
      if (once || (own && residentMb > memoryMb * KEPT_SHARE)) await child.kill();
      else if (!own) await giveBack(child, residentMb);
    }
  }

  const run = (input: Input | (() => Input | Promise<Input>), call: WorkerCall) =>
    orStopped(call.signal, () => queue.run(call.owner, (interrupted) => work(input, call, interrupted)));
  return Object.assign(run, {
    own: (readable: readonly string[], args?: readonly string[]) =>
      new OwnChild({ ...options, readable, ...(args && { args }) }),
  });
}

/** Stops waiting for a turn once the signal is aborted. */
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
