import { performance } from 'node:perf_hooks';

/** Milliseconds of stream work between two rounds of the event loop. */
const SLICE_MS = 5;
/** Milliseconds between measurements of the load. */
const SAMPLE_MS = 200;
/** Shares of the time in which the event loop works: above the first it has too much to do, below the second it is fine. */
const BUSY = 0.8;
const CALM = 0.6;
/** Minimum and maximum milliseconds between deltas of a streaming message, depending on the load. */
const SHORTEST_MS = 30;
const LONGEST_MS = 1_000;

/**
 * Shares the event loop between streams and all other work. Available data is processed in microtasks without
 * a break: a provider faster than its reader would block every request. So a stream's reader asks before each
 * piece, and continues in a later round of the loop, in order, once all streams together have used their
 * share of this one.
 */
class EventLoop {
  private readonly waiting: (() => void)[] = [];
  private since = 0;
  private isWatching = false;

  /** @returns a promise to await before the next piece; undefined to continue */
  turn(): Promise<void> | undefined {
    if (!this.isWatching) this.watch();
    if (this.waiting.length === 0 && performance.now() - this.since < SLICE_MS) return undefined;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private watch(): void {
    this.isWatching = true;
    this.since = performance.now();
    setImmediate(() => this.round());
  }

  /** One waiting stream continues per round: the cost of its piece is known only afterwards. */
  private round(): void {
    this.isWatching = false;
    const next = this.waiting.shift();
    if (!next) return;
    this.watch();
    next();
  }
}

/** The load of this process, and the resulting interval of deltas. */
class Load {
  private gathering = SHORTEST_MS;
  private last = performance.eventLoopUtilization();
  private timer: NodeJS.Timeout | null = null;

  /** Milliseconds between two tellings of a message's growth. */
  get gatherMs(): number {
    this.timer ??= setInterval(() => this.sample(), SAMPLE_MS).unref();
    return this.gathering;
  }

  private sample(): void {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.last);
    this.last = now;
    if (utilization > BUSY) this.gathering = Math.min(this.gathering * 1.5, LONGEST_MS);
    else if (utilization < CALM) this.gathering = Math.max(this.gathering / 1.5, SHORTEST_MS);
  }
}

const eventLoop = new EventLoop();
const load = new Load();

/**
 * Call before each piece of stream work: `const turn = eventLoopTurn(); if (turn) await turn;`.
 * @returns a promise to await, so that other work can run; undefined to continue
 */
export function eventLoopTurn(): Promise<void> | undefined {
  return eventLoop.turn();
}

/** Milliseconds to batch deltas of a message; longer under load. */
export function gatherMs(): number {
  return load.gatherMs;
}
