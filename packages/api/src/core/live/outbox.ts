import type { Logger } from '../log.ts';
import { steadyMs } from '../timing/steady.ts';
import { type Addressed, FrameWriter } from './frames.ts';

/** Maximum messages kept while the carrier is away; older ones are dropped, and revisions compensate. */
const MAX_WAITING = 5_000;

export interface OutboxOptions {
  /** Minimum milliseconds between sends; the first after a pause is sent immediately. */
  everyMs: number;
  maxFrameBytes: number;
  log: Logger;
  /** Sends frames in order. A rejection loses them. */
  send(frames: string[]): Promise<void>;
}

/** Batches what a process publishes, one send at a time. */
export class Outbox {
  private readonly writer: FrameWriter;
  private readonly options: OutboxOptions;
  private waiting: Addressed[] = [];
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> | null = null;
  private lastSentAt = 0;
  private open = false;

  constructor(options: OutboxOptions) {
    this.options = options;
    this.writer = new FrameWriter(options.maxFrameBytes);
  }

  get origin(): string {
    return this.writer.origin;
  }

  push(...message: Addressed): void {
    this.waiting.push(message);
    if (this.waiting.length > MAX_WAITING) this.waiting.splice(0, this.waiting.length - MAX_WAITING);
    this.schedule();
  }

  /** The carrier is connected: sends the waiting messages. */
  resume(): void {
    this.open = true;
    this.schedule();
  }

  /** The carrier is disconnected: keeps new messages. */
  pause(): void {
    this.open = false;
  }

  /** Sends the waiting messages and stops. */
  async close(): Promise<void> {
    await this.sending;
    await this.flush();
    this.open = false;
    if (this.timer) clearTimeout(this.timer);
  }

  private schedule(): void {
    if (!this.open || this.timer || this.sending || this.waiting.length === 0) return;
    const wait = Math.max(0, this.lastSentAt + this.options.everyMs - steadyMs());
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.flush();
    }, wait);
  }

  private async flush(): Promise<void> {
    if (!this.open || this.waiting.length === 0) return;
    const { frames, dropped } = this.writer.pack(this.waiting.splice(0));
    if (dropped > 0) this.options.log.warn({ dropped }, 'bus messages were too big to send');
    this.lastSentAt = steadyMs();
    this.sending = this.options.send(frames).catch((err: unknown) => {
      this.options.log.warn({ err }, 'bus messages were lost');
    });
    await this.sending;
    this.sending = null;
    this.schedule();
  }
}
