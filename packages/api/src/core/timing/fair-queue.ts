import { AppError } from '../errors.ts';

export interface FairQueueOptions {
  /** Pieces of work that are done at once. */
  atOnce: number;
  /** Of these, done at once for one owner. */
  atOncePerOwner: number;
  /** Pieces of one owner's that may wait. */
  waitingPerOwner: number;
  /**
   * Work that takes longer than `afterMs` gives its place to the next; so many pieces may do so at once. When these are too
   * many already, and others wait: whether it is interrupted by its signal, and done again once there is room.
   */
  slow?: { afterMs: number; atOnce: number; interrupts?: boolean };
}

/** Why work was stopped that will be done again. */
class Interrupted extends Error {}

/** Work that takes long and still has the place of what does not. */
interface Overdue {
  /** Has it go on in a place for what takes long. */
  promote(): void;
  interrupt(): void;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * Does dear work in bounded number, one owner after the other: however much one asks for, the next to ask waits for
 * one piece of it at most.
 */
export function fairQueue<Owner>({ atOnce, atOncePerOwner, waitingPerOwner, slow }: FairQueueOptions) {
  // In the order of their turns.
  const lanes = new Map<Owner, Lane>();
  let running = 0;
  let slowRunning = 0;
  const overdue = new Set<Overdue>();
  /** What was interrupted and waits for a place of what takes long, in order. */
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
      // To the end of the row.
      lanes.delete(owner);
      lanes.set(owner, lane);
      lane.waiting.shift()?.();
      startNext();
      return;
    }
  }

  /** Does the work in a place that it may lose. @throws Interrupted when it lost it */
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
      // It takes over the place.
      next();
      return;
    }
    slowRunning -= 1;
    const [oldest] = overdue;
    oldest?.promote();
  }

  return {
    /**
     * Does the work when its owner's turn comes.
     * @param work stops at its signal with the signal's reason, where the queue interrupts; it is then done once more
     * @throws AppError `unavailable` when too much of theirs waits, and what the work throws
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
