import type { Context } from '../../core/context.ts';
import type { CollabConnection } from './connection.ts';
import { closings } from './thread/closings.ts';
import type { ToThread } from './thread/messages.ts';

/** Bytes of one socket that the thread may have before it, beyond which no more is read from it. */
const WINDOW_BYTES = 256 * 1024;
/** Bytes that were read before the thread is told so. */
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

/** One browser's socket: relays between it and the thread, neither faster than the other takes it. */
export class CollabSocket {
  readonly id: number;
  readonly ctx: Context;
  /** What is open over it, or about to be, by the numbers of the thread. */
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

  /** Hands on what came from the browser. */
  receive(data: Uint8Array): void {
    // A client may go on for a while after it is told to stop.
    if (!this.isOpen) return;
    this.inFlight += data.byteLength;
    if (this.inFlight > WINDOW_BYTES) {
      this.isPaused = true;
      this.port.pause();
    }
    this.tell({ type: 'frame', socket: this.id, data: new Uint8Array(data) });
  }

  /** So many bytes from it are dealt with. */
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

  /** Closes it from this side, and has the thread let go of it at once. */
  close(why: keyof typeof closings | { code: number; reason: string }): void {
    const { code, reason } = typeof why === 'string' ? { code: closings[why], reason: why } : why;
    // Also when its end began already: the other side may never agree.
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
