import { AppError } from './errors.ts';

export interface FairQueueOptions {
  /** Pieces of work that are done at once. */
  atOnce: number;
  /** Of these, done at once for one owner. */
  atOncePerOwner: number;
  /** Pieces of one owner's that may wait. */
  waitingPerOwner: number;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * Does dear work in bounded number, one owner after the other: however much one asks for, the next to ask waits for
 * one piece of it at most.
 */
export function fairQueue<Owner>({ atOnce, atOncePerOwner, waitingPerOwner }: FairQueueOptions) {
  // In the order of their turns.
  const lanes = new Map<Owner, Lane>();
  let running = 0;

  function startNext(): void {
    for (const [owner, lane] of lanes) {
      if (running >= atOnce) return;
      if (lane.running >= atOncePerOwner) continue;
      const start = lane.waiting.shift();
      if (!start) continue;
      running += 1;
      lane.running += 1;
      // To the end of the row.
      lanes.delete(owner);
      lanes.set(owner, lane);
      start();
      startNext();
      return;
    }
  }

  function finish(owner: Owner, lane: Lane): void {
    running -= 1;
    lane.running -= 1;
    lanes.delete(owner);
    if (lane.running > 0 || lane.waiting.length > 0) lanes.set(owner, lane);
    startNext();
  }

  return {
    /**
     * Does the work when its owner's turn comes.
     * @throws AppError `unavailable` when too much of theirs waits, and what the work throws
     */
    async run<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
      const lane = lanes.get(owner) ?? { running: 0, waiting: [] };
      if (lane.waiting.length >= waitingPerOwner) throw new AppError('unavailable');
      lanes.set(owner, lane);
      await new Promise<void>((resolve) => {
        lane.waiting.push(resolve);
        startNext();
      });
      try {
        return await work();
      } finally {
        finish(owner, lane);
      }
    },
  };
}
