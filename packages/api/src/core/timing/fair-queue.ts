import { AppError } from '../errors.ts';

export interface FairQueueOptions {
  /** Maximum concurrent tasks. */
  atOnce: number;
  /** Maximum concurrent tasks of one owner. */
  atOncePerOwner: number;
  /** Maximum waiting tasks of one owner. */
  waitingPerOwner: number;
  /**
   * A task that takes longer than `afterMs` gives its slot to the next and moves to one of `atOnce` slow
   * slots. When these are full and others wait, `interrupts` says whether it is interrupted by its signal,
   * and run again once one is free.
   */
  slow?: { afterMs: number; atOnce: number; interrupts?: boolean };
}

/** Why work was stopped that will be done again. */
class Interrupted extends Error {}

/** A long task that still holds a normal slot. */
interface Overdue {
  /** Moves it to a slow slot. */
  promote(): void;
  interrupt(): void;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * Runs expensive tasks, bounded and one owner after the other: however much one owner requests, another waits
 * for at most one task.
 */
export function fairQueue<Owner>({ atOnce, atOncePerOwner, waitingPerOwner, slow }: FairQueueOptions) {
  // In order of their turns.
  const lanes = new Map<Owner, Lane>();
  let running = 0;
  let slowRunning = 0;
  const overdue = new Set<Overdue>();
  /** Interrupted tasks waiting for a slow slot, in order. */
  const interrupted: (() => void)[] = [];

  function startNext(): void {
    for (const [owner, lane] of lanes) {
      if (lane.running >= atOncePerOwner || lane.waiting.length === 0) continue;
      if (running >= atOnce) {
        const [oldest] = overdue;
        oldest?.interrupt();
        return;
      }
      running += 1;
      lane.running += 1;
      // Moves it to the end of the order.
      lanes.delete(owner);
      lanes.set(owner, lane);
      lane.waiting.shift()?.();
      startNext();
      return;
    }
  }

  /**
   * Runs the task in a slot it may lose.
   * @throws Interrupted when it lost it
   */
  async function start<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    let isSlow = false;
    const self: Overdue = {
      promote() {
        overdue.delete(self);
        isSlow = true;
        slowRunning += 1;
        running -= 1;
        startNext();
      },
      interrupt() {
        overdue.delete(self);
        stop.abort(new Interrupted('others wait'));
      },
    };
    const look = () => {
      if (!slow) return;
      if (slowRunning < slow.atOnce) self.promote();
      else if (slow.interrupts) {
        overdue.add(self);
        startNext();
      }
    };
    const timer = slow && setTimeout(look, slow.afterMs).unref();
    try {
      return await work(stop.signal);
    } finally {
      clearTimeout(timer);
      overdue.delete(self);
      if (isSlow) endSlow();
      else running -= 1;
    }
  }

  /** Does work again that was interrupted, to its end. */
  async function startAgain<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    startNext();
    if (slowRunning < (slow?.atOnce ?? 0)) slowRunning += 1;
    else await new Promise<void>((resolve) => interrupted.push(resolve));
    try {
      return await work(new AbortController().signal);
    } finally {
      endSlow();
    }
  }

  function endSlow(): void {
    const next = interrupted.shift();
    if (next) {
      // The next task takes over the slot.
      next();
      return;
    }
    slowRunning -= 1;
    const [oldest] = overdue;
    oldest?.promote();
  }

  return {
    /**
     * Runs the task when its owner's turn comes.
     * @param work stops at its signal with the signal's reason, where the queue interrupts; it is then run
     * again
     * @throws AppError `unavailable` when too much of theirs waits, and errors of the task
     */
    async run<T>(owner: Owner, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const lane = lanes.get(owner) ?? { running: 0, waiting: [] };
      if (lane.waiting.length >= waitingPerOwner) throw new AppError('unavailable');
      lanes.set(owner, lane);
      await new Promise<void>((resolve) => {
        lane.waiting.push(resolve);
        startNext();
      });
      try {
        return await start(work).catch((error: unknown) => {
          if (error instanceof Interrupted) return startAgain(work);
          throw error;
        });
      } finally {
        lane.running -= 1;
        lanes.delete(owner);
        if (lane.running > 0 || lane.waiting.length > 0) lanes.set(owner, lane);
        startNext();
      }
    },
  };
}
