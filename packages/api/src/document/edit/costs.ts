/** Maximum milliseconds for one person's messages per window, over all they have open. */
const COST_MS = 5_000;
const WINDOW_MS = 10_000;

/** This process's recent work by person; all share one window. */
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

  /** Whether a person exceeded the bound and must wait. */
  isTooMuch(userId: number): boolean {
    return performance.now() - this.since <= WINDOW_MS && (this.spent.get(userId) ?? 0) > COST_MS;
  }
}
