/** Milliseconds that one person's messages may take in a window of so many, over all that they have open. */
const COST_MS = 5_000;
const WINDOW_MS = 10_000;

/** How long this process worked for each person of late; all share the window. */
export class Costs {
  private readonly spent = new Map<number, number>();
  private since = 0;

  add(userId: number, ms: number): void {
    const now = performance.now();
    if (now - this.since > WINDOW_MS) {
      this.spent.clear();
      this.since = now;
    }
    this.spent.set(userId, (this.spent.get(userId) ?? 0) + ms);
  }

  /** Whether they have to wait until nothing more is done for them. */
  isTooMuch(userId: number): boolean {
    return performance.now() - this.since <= WINDOW_MS && (this.spent.get(userId) ?? 0) > COST_MS;
  }
}
