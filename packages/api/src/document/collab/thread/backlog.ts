import { setImmediate } from 'node:timers/promises';
import type { ThreadLimits } from './messages.ts';

/** Unread bytes of one person up to which the next whole document is built for them. */
const ENOUGH_PER_PERSON = 1024 * 1024;
/** Unread bytes in total up to which the next whole document is built for anybody. */
const ENOUGH_IN_ALL = 128 * 1024 * 1024;
/** Milliseconds between searches for sockets that read nothing. */
const LOOK_EVERY_MS = 1_000;

/** A socket whose other end has read less than it was sent. */
export interface Reader {
  readonly userId: number;
  /** Bytes that were sent and not yet read. */
  held: number;
  /** Time when it last read something, or had nothing to read. */
  readAt: number;
  isOpen(): boolean;
  /** Closes it, so that its editor reconnects shortly. */
  letGo(): void;
}

/** Bounds the memory of unread data: per person over all their sockets, and in total. */
export class Backlog {
  private readonly readers = new Map<number, Set<Reader>>();
  private readonly limits: ThreadLimits;
  private total = 0;
  /** Requests for a whole document, in order. */
  private waiting: { reader: Reader; go(): void }[] = [];
  private isServing = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(limits: ThreadLimits) {
    this.limits = limits;
  }

  add(reader: Reader): void {
    const own = this.readers.get(reader.userId) ?? new Set();
    this.readers.set(reader.userId, own.add(reader));
    this.timer ??= setInterval(() => this.letGoOfIdle(), LOOK_EVERY_MS).unref();
  }

  remove(reader: Reader): void {
    const own = this.readers.get(reader.userId);
    if (!own?.delete(reader)) return;
    this.total -= reader.held;
    reader.held = 0;
    if (own.size === 0) this.readers.delete(reader.userId);
    if (this.readers.size === 0 && this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    }
    void this.serve();
  }

  /**
   * Records data sent to a socket. Beyond the bound, the person's socket with the most unread data is closed.
   */
  sent(reader: Reader, bytes: number): void {
    const own = this.readers.get(reader.userId);
    if (!own?.has(reader)) return;
    if (reader.held === 0) reader.readAt = performance.now();
    reader.held += bytes;
    this.total += bytes;
    if (this.heldFor(reader.userId) <= this.limits.heldPerPerson) return;
    const slowest = [...own].reduce((most, each) => (each.held > most.held ? each : most));
    slowest.letGo();
  }

  read(reader: Reader, bytes: number): void {
    const freed = Math.min(bytes, reader.held);
    reader.held -= freed;
    this.total -= freed;
    reader.readAt = performance.now();
    void this.serve();
  }

  /**
   * Resolves when a whole document may be built for this socket, one after the other, or when it is closed.
   */
  room(reader: Reader): Promise<void> {
    return new Promise((go) => {
      this.waiting.push({ reader, go });
      void this.serve();
    });
  }

  private heldFor(userId: number): number {
    let bytes = 0;
    for (const { held } of this.readers.get(userId) ?? []) bytes += held;
    return bytes;
  }

  private async serve(): Promise<void> {
    if (this.isServing) return;
    this.isServing = true;
    for (;;) {
      const at = this.waiting.findIndex(({ reader }) => !reader.isOpen() || this.hasRoom(reader));
      const [next] = at < 0 ? [] : this.waiting.splice(at, 1);
      if (!next) break;
      next.go();
      // The data built for this one has been counted by then.
      await setImmediate();
    }
    this.isServing = false;
  }

  private hasRoom({ userId }: Reader): boolean {
    return this.total <= ENOUGH_IN_ALL && this.heldFor(userId) <= ENOUGH_PER_PERSON;
  }

  private letGoOfIdle(): void {
    const before = performance.now() - this.limits.unreadMs;
    for (const own of this.readers.values())
      for (const reader of own)
        if (reader.held > ENOUGH_PER_PERSON / 4 && reader.readAt < before) reader.letGo();
  }
}
