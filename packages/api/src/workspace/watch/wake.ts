/** Lets one consumer sleep until it is woken; a wake-up before it sleeps is not lost. */
export class Wake {
  private raised = false;
  private resolve: (() => void) | null = null;

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.raise(), { once: true });
    if (signal.aborted) this.raised = true;
  }

  raise(): void {
    this.raised = true;
    this.resolve?.();
  }

  async wait(): Promise<void> {
    if (!this.raised)
      await new Promise<void>((resolve) => {
        this.resolve = resolve;
      });
    this.resolve = null;
    this.raised = false;
  }
}
