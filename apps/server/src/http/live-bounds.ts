import type { WebSocket } from '@fastify/websocket';
import type { Actor } from '@tandem/api/core/actor';

/** Bytes that may wait for one person who asks without listening; the socket that asked is then cut off. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;
/** How many messages a socket may send. */
export interface Pace {
  /** At once. */
  burst: number;
  /** Going on. */
  perSecond: number;
}
/** A hundred open tabs that all come back need far fewer. */
const SUBSCRIBING: Pace = { burst: 300, perSecond: 50 };

/** The sockets that each person has open in this process, and what is kept in memory for them. */
export class OpenSockets {
  private readonly open = new Map<number, Set<WebSocket>>();

  countOf(userId: number): number {
    return this.open.get(userId)?.size ?? 0;
  }

  /** Counts a socket until it closes, and bounds what its messages and their answers may cost. */
  add(actor: Actor, socket: WebSocket, pace: Pace = SUBSCRIBING): void {
    if (actor.kind !== 'user') return;
    const { userId } = actor;
    const sockets = this.open.get(userId) ?? new Set();
    this.open.set(userId, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) this.open.delete(userId);
    });
    // Every message is answered, so one who sends and never reads would have the answers kept here.
    const look = () => {
      if (heldFor(sockets) > MAX_HELD_BYTES) socket.terminate();
    };
    socket.on('message', look);
    socket.on('ping', look);
    slow(socket, pace);
  }
}

function heldFor(sockets: ReadonlySet<WebSocket>): number {
  let bytes = 0;
  for (const socket of sockets) bytes += socket.bufferedAmount;
  return bytes;
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
