import type { Context } from '../../core/context.ts';
import type { CollabConnection } from './connection.ts';
import { closings } from './thread/closings.ts';
import type { ToThread } from './thread/messages.ts';

/** Bytes of one socket in flight to the thread, beyond which reading pauses. */
const WINDOW_BYTES = 256 * 1024;
/** Bytes read before the thread is notified. */
const TELL_EVERY = 16 * 1024;

/** A connected browser, as the server hands it over. */
export interface CollabPort {
  /** @param onRead called when the bytes have left for the other end */
  send(data: Uint8Array, onRead: () => void): void;
  /** Closes it; cut off when the other end does not agree in a moment. */
  close(code: number, reason: string): void;
  pause(): void;
  resume(): void;
}

/** One browser's socket: relays between it and the thread, with backpressure both ways. */
export class CollabSocket {
  readonly id: number;
  readonly ctx: Context;
  /** Its open or opening connections, by the thread's numbers. */
  readonly sessions = new Map<number, CollabConnection>();
  private readonly port: CollabPort;
  private readonly tell: (message: ToThread) => void;
  private isOpen = true;
  private isPaused = false;
  /** Bytes that were handed on and are not dealt with. */
  private inFlight = 0;
  private read = 0;

  constructor(id: number, ctx: Context, port: CollabPort, tell: (message: ToThread) => void) {
    this.id = id;
    this.ctx = ctx;
    this.port = port;
    this.tell = tell;
  }

  /** Forwards data from the browser. */
  receive(data: Uint8Array): void {
    // A client may continue for a while after it was told to stop.
    if (!this.isOpen) return;
    this.inFlight += data.byteLength;
    if (this.inFlight > WINDOW_BYTES) {
      this.isPaused = true;
      this.port.pause();
    }
    this.tell({ type: 'frame', socket: this.id, data: new Uint8Array(data) });
  }

  /** This many bytes from it have been processed. */
  handled(bytes: number): void {
    this.inFlight -= bytes;
    if (!this.isPaused || this.inFlight > WINDOW_BYTES) return;
    this.isPaused = false;
    this.port.resume();
  }

  send(data: Uint8Array): void {
    if (!this.isOpen) return;
    this.port.send(data, () => {
      this.read += data.byteLength;
      if (this.read < TELL_EVERY || !this.isOpen) return;
      this.tell({ type: 'read', socket: this.id, bytes: this.read });
      this.read = 0;
    });
  }

  tellRights(session: CollabConnection, canEdit: boolean): void {
    for (const [number, each] of this.sessions)
      if (each === session) this.tell({ type: 'rights', session: number, canEdit });
  }

  /** Closes it from this side, and makes the thread release it immediately. */
  close(why: keyof typeof closings | { code: number; reason: string }): void {
    const { code, reason } = typeof why === 'string' ? { code: closings[why], reason: why } : why;
    // Also when it is already closing: the other side may never confirm.
    this.port.close(code, reason);
    this.ended(code, reason);
  }

  /** Notes that it is closed. */
  ended(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const session of this.sessions.values()) session.end();
    this.sessions.clear();
    this.tell({ type: 'closed', socket: this.id, code, reason });
  }
}
