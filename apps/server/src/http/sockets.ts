import websocket, { type WebSocket } from '@fastify/websocket';
import { AppError, notSignedIn } from '@tandem/api/core/errors';
import { refusal } from '@tandem/api/core/limits/refusal';
import { MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OpenSockets } from './live-bounds.ts';

/** Bytes around a document's change: names and kinds of the message. */
const ENVELOPE_BYTES = 1_024;
/** Answers above this are counted until they are read, in bytes; those below are gone at once. */
const COUNTED_BYTES = 64 * 1024;
/** Sockets that one person may have open at once in one process. */
const SOCKETS_PER_PERSON = 100;
/** When to try again, in milliseconds, as someone with too many is told. */
const TRY_AFTER_MS = 10_000;
/** Close code "service restart". */
const RESTARTING = 1012;
/** Between telling a socket that it is over and cutting it off, in milliseconds: what it was sent stays till then. */
const FAREWELL_MS = 1_000;

export interface SocketOptions {
  sockets: OpenSockets;
  draining: () => boolean;
}

/** Sockets on the server's own port, for whichever routes ask for one. */
export async function registerSockets(
  app: FastifyInstance,
  draining: () => boolean,
): Promise<SocketOptions & { end(): void }> {
  await app.register(websocket, { options: { maxPayload: MAX_UPDATE_BYTES + ENVELOPE_BYTES } });
  return {
    sockets: new OpenSockets(),
    draining,
    /** Tells every client to reconnect elsewhere, for a graceful end. */
    end() {
      for (const socket of app.websocketServer.clients) dismiss(socket, RESTARTING, 'restarting');
    },
  };
}

/** Closes a socket, and cuts it off where the other end does not agree soon: it may be asleep, or out of reach. */
export function dismiss(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  // Paused, it would not even hear that the other end agrees.
  socket.resume();
  setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
}

/**
 * Refuses an upgrade without a session, so strangers hold no memory; beyond what one person may have open; and
 * while the server is about to end.
 */
export function admitSocket(request: FastifyRequest, { sockets, draining }: SocketOptions): void {
  if (draining()) throw new AppError('unavailable');
  if (request.actor.kind !== 'user') throw notSignedIn(request.actor);
  if (sockets.countOf(request.actor.userId) >= SOCKETS_PER_PERSON)
    throw refusal('tooManyRequests', TRY_AFTER_MS);
}

/** Counts long answers among what waits for their reader. Streams have readers of their own, or are counted there. */
export function countAnswers(app: FastifyInstance, sockets: OpenSockets): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (length > COUNTED_BYTES) sockets.addAnswer(request.actor, reply.raw);
  });
}

/** Bounds one socket's messages below what all may send, in bytes; `ws` knows only one bound for a whole server. */
export function boundMessages(socket: WebSocket, bytes: number): void {
  const receiver: unknown = Reflect.get(socket, '_receiver');
  if (typeof receiver !== 'object' || receiver === null || !('_maxPayload' in receiver))
    throw new Error('this version of ws keeps its bound elsewhere');
  receiver._maxPayload = bytes;
}
