import type { ServerResponse } from 'node:http';
import type { WebSocket } from '@fastify/websocket';
import type { Actor } from '@tandem/api/core/actor';
import { steadyMs } from '@tandem/api/core/timing/steady';

/** Maximum unread bytes of one person over everything they have open; beyond it the largest is cut off. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;
/** Milliseconds between checks of unread data. */
const LOOK_EVERY_MS = 500;
/** Milliseconds without any read after which a response is cut off; sockets have pings instead. */
const STALLED_MS = 60_000;

/** Rate of messages on a socket. */
export interface Pace {
  /** Burst size. */
  burst: number;
  /** Going on. */
  perSecond: number;
}
/** A hundred open tabs that all come back need far fewer. */
const SUBSCRIBING: Pace = { burst: 300, perSecond: 50 };

/** An open connection through which a person may be slow to read. */
interface Carrier {
  isSocket: boolean;
  /** Whether it is one complete answer: its size is bounded elsewhere, and does not grow. */
  isWhole: boolean;
  /** Bytes that wait. */
  held(): number;
  cut(): void;
  /** The lowest unread amount so far, and its time. */
  least: number;
  since: number;
}

/**
 * Open connections of each person in this process, with their unread data. A reader who does not read costs
 * bounded memory and is then cut off; they resume from their last revision.
 */
export class OpenSockets {
  private readonly open = new Map<number, Set<Carrier>>();
  private timer: NodeJS.Timeout | null = null;

  countOf(userId: number): number {
    return [...(this.open.get(userId) ?? [])].filter(({ isSocket }) => isSocket).length;
  }

  /** Tracks a socket until it closes, and bounds the cost of its messages and their answers. */
  add(actor: Actor, socket: WebSocket, pace: Pace = SUBSCRIBING): void {
    if (actor.kind !== 'user') return;
    const { userId } = actor;
    const remove = this.hold(userId, {
      isSocket: true,
      isWhole: false,
      held: () => socket.bufferedAmount,
      cut: () => socket.terminate(),
    });
    socket.once('close', remove);
    // Every message is answered, so a client that sends without reading would accumulate answers here.
    const look = () => this.bound(userId);
    socket.on('message', look);
    socket.on('ping', look);
    slow(socket, pace);
  }

  /**
   * Tracks a response until it closes.
   * @param waiting returns bytes buffered elsewhere
   */
  addResponse(actor: Actor, response: ServerResponse, waiting?: () => number): void {
    if (actor.kind !== 'user') return;
    const remove = this.hold(actor.userId, {
      isSocket: false,
      isWhole: waiting !== undefined,
      held: () => response.writableLength + (waiting?.() ?? 0),
      cut: () => response.destroy(),
    });
    response.once('close', remove);
  }

  /** Tracks a complete answer being sent, and cuts off what then exceeds the bound. */
  addAnswer(actor: Actor, response: ServerResponse, waiting: () => number = () => 0): void {
    if (actor.kind !== 'user') return;
    this.addResponse(actor, response, waiting);
    // Deferred until it has been handed over.
    setImmediate(() => this.bound(actor.userId));
  }

  private hold(userId: number, what: Omit<Carrier, 'least' | 'since'>): () => void {
    const carrier: Carrier = { ...what, least: 0, since: steadyMs() };
    const carriers = this.open.get(userId) ?? new Set();
    this.open.set(userId, carriers.add(carrier));
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    return () => {
      carriers.delete(carrier);
      if (carriers.size === 0 && this.open.get(userId) === carriers) this.open.delete(userId);
    };
  }

  private look(): void {
    const now = steadyMs();
    for (const [userId, carriers] of this.open) {
      for (const carrier of carriers) {
        const held = carrier.held();
        if (held === 0 || held < carrier.least) carrier.since = now;
        carrier.least = held;
        if (!carrier.isSocket && now - carrier.since > STALLED_MS) carrier.cut();
      }
      this.bound(userId);
    }
    if (this.open.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /**
   * Cuts off a person's largest buffers until the rest is within the bound. A single long answer may be read
   * slowly.
   */
  private bound(userId: number): void {
    const carriers = [...(this.open.get(userId) ?? [])].map((carrier) => ({ carrier, held: carrier.held() }));
    let total = carriers.reduce((sum, { held }) => sum + held, 0);
    if (total <= MAX_HELD_BYTES) return;
    for (const { carrier, held } of carriers.sort((a, b) => b.held - a.held)) {
      if (total <= MAX_HELD_BYTES || (carrier.isWhole && held === total)) return;
      carrier.cut();
      total -= held;
    }
  }
}

/**
 * Reads no faster than the agreed rate: a message costs a query, and the rest of a flood waits on the
 * sender's side. Nothing is lost or refused.
 */
function slow(socket: WebSocket, { burst, perSecond }: Pace): void {
  let left = burst;
  let since = performance.now();
  const take = () => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - since) / 1_000) * perSecond) - 1;
    since = now;
    if (left >= 0 || socket.isPaused) return;
    socket.pause();
    setTimeout(() => socket.resume(), (-left / perSecond) * 1_000 + 1_000);
  };
  socket.on('message', take);
  socket.on('ping', take);
}
