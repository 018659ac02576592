import { performance } from 'node:perf_hooks';

/** How long streams may work between two rounds of the event loop, in milliseconds. */
const SLICE_MS = 5;
/** How often the load is looked at, in milliseconds. */
const SAMPLE_MS = 200;
/** Shares of the time in which the event loop works: above the first it has too much to do, below the second it is fine. */
const BUSY = 0.8;
const CALM = 0.6;
/** StreamingMessage of a message is told this often, in milliseconds: when there is little to do, and at most. */
const SHORTEST_MS = 30;
const LONGEST_MS = 1_000;

/**
 * Shares the event loop between streams and everything else. Data that is there already is worked on in one go, as
 * promises are, however much of it there is: a provider that answers faster than it is read would keep every request
 * waiting. So whoever works on a stream asks before each piece of it, and goes on in the next round of the loop when
 * all streams together have had their time in this one, in the order in which they asked.
 */
class EventLoop {
  private readonly waiting: (() => void)[] = [];
  private since = 0;
  private isWatching = false;

  /** @returns what to wait for before the next piece; undefined: nothing */
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

  /** One that waits goes on in each round: how long its piece takes is known only after it. */
  private round(): void {
    this.isWatching = false;
    const next = this.waiting.shift();
    if (!next) return;
    this.watch();
    next();
  }
}

/** How busy this process is, and what follows from it for how often growth is told. */
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
 * Asked before each piece of work on a stream: `const turn = eventLoopTurn(); if (turn) await turn;`.
 * @returns what to wait for, so that everything else has its turn; undefined: nothing
 */
export function eventLoopTurn(): Promise<void> | undefined {
  return eventLoop.turn();
}

/** How long growth of a message is gathered before it is told, in milliseconds: longer, the more this process has to do. */
export function gatherMs(): number {
  return load.gatherMs;
}
