import { steadyMs } from './steady.ts';

/** Milliseconds before a failed input is tried again: the failure may have been temporary. */
const FORGET_MS = 15 * 60_000;
/** Failures remembered at most; the oldest is forgotten first. */
const MAX_FAILURES = 10_000;

/** Remembers for a while which inputs failed expensively, so that asking again is cheap. */
export class RecentFailures {
  /** Until when each counts, the oldest first. */
  private readonly until = new Map<string, number>();

  has(key: string): boolean {
    const until = this.until.get(key);
    if (until === undefined) return false;
    if (steadyMs() < until) return true;
    this.until.delete(key);
    return false;
  }

  add(key: string): void {
    this.until.delete(key);
    this.until.set(key, steadyMs() + FORGET_MS);
    const oldest = this.until.keys().next().value;
    if (this.until.size > MAX_FAILURES && oldest !== undefined) this.until.delete(oldest);
  }
}
