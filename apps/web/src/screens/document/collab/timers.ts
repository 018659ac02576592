/** Timers by their names; setting one again puts it off. */
export class Timers {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  has(name: string): boolean {
    return this.timers.has(name);
  }

  /** @param ms milliseconds from now */
  set(name: string, ms: number, run: () => void): void {
    clearTimeout(this.timers.get(name));
    this.timers.set(
      name,
      setTimeout(() => {
        this.timers.delete(name);
        run();
      }, ms),
    );
  }

  clear(name: string): void {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }

  end(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}
