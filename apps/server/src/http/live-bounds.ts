import type { ServerResponse } from 'node:http';
import type { WebSocket } from '@fastify/websocket';
import type { Actor } from '@tandem/api/core/actor';
import { steadyMs } from '@tandem/api/core/timing/steady';

/** Bytes that may wait for one person, over all that they have open; what holds most of them is then cut off. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;
/** How often what waits is looked at, in milliseconds. */
const LOOK_EVERY_MS = 500;
/** A response of which nothing was read for so long is cut off, in milliseconds; sockets have pings for that. */
const STALLED_MS = 60_000;

/** How many messages a socket may send. */
export interface Pace {
  /** At once. */
  burst: number;
  /** Going on. */
  perSecond: number;
}
/** A hundred open tabs that all come back need far fewer. */
const SUBSCRIBING: Pace = { burst: 300, perSecond: 50 };

/** Something open through which one person is sent what they may be slow to read. */
interface Carrier {
  isSocket: boolean;
  /** Whether it is one answer, all of which is known: its size has its own bounds, and it does not grow. */
  isWhole: boolean;
  /** Bytes that wait. */
  held(): number;
  cut(): void;
  /** How many bytes waited when fewer did than before, and when that was. */
  least: number;
  since: number;
}

/**
 * What each person has open in this process, and what is kept in memory for them. A reader who does not read costs a
 * bounded number of bytes and is then let go; whoever comes back goes on from the last revision that they have.
 */
export class OpenSockets {
  private readonly open = new Map<number, Set<Carrier>>();
  private timer: NodeJS.Timeout | null = null;

  countOf(userId: number): number {
    return [...(this.open.get(userId) ?? [])].filter(({ isSocket }) => isSocket).length;
  }

  /** Counts a socket until it closes, and bounds what its messages and their answers may cost. */
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
    // Every message is answered, so one who sends and never reads would have the answers kept here.
    const look = () => this.bound(userId);
    socket.on('message', look);
    socket.on('ping', look);
    slow(socket, pace);
  }

  /**
   * Counts a response until it closes.
   * @param waiting what waits for it elsewhere, in bytes
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

  /** Counts an answer that is sent now and known as a whole, and lets go of what is too much with it. */
  addAnswer(actor: Actor, response: ServerResponse, waiting: () => number = () => 0): void {
    if (actor.kind !== 'user') return;
    this.addResponse(actor, response, waiting);
    // It has been handed over by then.
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
   * Cuts off what holds most for a person, until what is left is not too much. A single long answer stays: it may be read
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
 * Reads no faster than agreed: a message costs a query, and whoever sends more has to wait with the rest on their
 * side of the wire. Nothing is lost or refused by that.
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
