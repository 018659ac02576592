import type { WebSocketLike } from '@hocuspocus/server';
import type { Backlog, Reader } from './backlog.ts';
import { closings } from './closings.ts';
import type { Link } from './link.ts';

const OPEN = 1;
const CLOSED = 3;
/** Bytes processed before the other thread is notified. */
const TELL_EVERY = 64 * 1024;

/** A socket of the other thread, as the library for documents uses one. */
export class RelayedSocket implements WebSocketLike, Reader {
  readonly id: number;
  readonly userId: number;
  readyState = OPEN;
  held = 0;
  readAt = performance.now();
  private readonly link: Link;
  private readonly backlog: Backlog;
  private handled = 0;
  private holds = 0;

  constructor(id: number, userId: number, link: Link, backlog: Backlog) {
    this.id = id;
    this.userId = userId;
    this.link = link;
    this.backlog = backlog;
    backlog.add(this);
  }

  isOpen(): boolean {
    return this.readyState === OPEN;
  }

  send(data: Uint8Array): void {
    if (!this.isOpen()) return;
    this.link.send(this.id, data);
    this.backlog.sent(this, data.byteLength);
  }

  close(code = 1_000, reason = ''): void {
    if (!this.isOpen()) return;
    this.end();
    this.link.tell({ type: 'close', socket: this.id, code, reason });
  }

  letGo(): void {
    this.close(closings.again, 'again');
  }

  /** Sends nothing to it any more. */
  end(): void {
    this.readyState = CLOSED;
    this.backlog.remove(this);
  }

  /** Records received data. While it is paused nothing counts as processed, so that reading soon stops. */
  received(bytes: number): void {
    this.handled += bytes;
    this.tellHandled();
  }

  /** Pauses further input at the other end until the work is done. */
  async holding<Result>(work: () => Promise<Result>): Promise<Result> {
    this.holds += 1;
    try {
      return await work();
    } finally {
      this.holds -= 1;
      this.tellHandled();
    }
  }

  /** Resolves when a whole document may be sent to it. */
  room(): Promise<void> {
    return this.backlog.room(this);
  }

  private tellHandled(): void {
    if (this.holds > 0 || this.handled < TELL_EVERY || !this.isOpen()) return;
    this.link.tell({ type: 'handled', socket: this.id, bytes: this.handled });
    this.handled = 0;
  }
}
