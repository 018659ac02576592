/** Probes a server's health continuously, and reports the longest response time. */
export class Watcher {
  private readonly url: string;
  private readonly longest = new Map<string, Map<string, number>>();

  constructor(url: string) {
    this.url = url;
  }

  /**
   * Watches during an operation.
   * @returns the longest work of the event loop without a break since the server started, in milliseconds of processor
   *   time, and the memory that the server's own process holds, in megabytes
   */
  async during(
    family: string,
    door: string,
    action: () => Promise<void>,
  ): Promise<{ workedMs: number; memoryMb: number }> {
    let isOver = false;
    let longest = 0;
    let memoryMb = 0;
    const watching = (async () => {
      for (let n = 0; !isOver; n += 1) {
        const began = performance.now();
        await this.textOf('/healthz');
        longest = Math.max(longest, performance.now() - began);
        if (n % 50 === 0) memoryMb = Math.max(memoryMb, (await this.figures()).memoryMb);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    await action().finally(() => {
      isOver = true;
    });
    await watching;
    const row = this.longest.get(family) ?? new Map<string, number>();
    this.longest.set(family, row.set(door, longest));
    const after = await this.figures();
    return { workedMs: after.workedMs, memoryMb: Math.max(memoryMb, after.memoryMb) };
  }

  /** The longest waits for `/healthz`, in milliseconds, a line for each family. */
  table(): string {
    const lines = [...this.longest].map(
      ([family, doors]) =>
        `${family}: ${[...doors].map(([door, ms]) => `${door} ${Math.round(ms)}`).join(', ')}`,
    );
    return ['The longest waits for /healthz in ms:', ...lines].join('\n');
  }

  private async figures(): Promise<{ workedMs: number; memoryMb: number }> {
    const text = await this.textOf('/metrics');
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'mu').exec(text)?.[1]);
    return {
      workedMs: figure('tandem_event_loop_longest_work_seconds') * 1_000,
      memoryMb: figure('process_resident_memory_bytes') / 1024 / 1024,
    };
  }

  private async textOf(path: string): Promise<string> {
    return (await fetch(this.url + path)).text();
  }
}
