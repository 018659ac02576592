import { ServerResponse } from 'node:http';
import websocket, { type WebSocket } from '@fastify/websocket';
import { AppError, notSignedIn } from '@tandem/api/core/errors';
import { refusal } from '@tandem/api/core/limits/refusal';
import { MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OpenSockets } from './live-bounds.ts';

/** Bytes that the message around a document's change takes at most: the document's name and the kind of message. */
const ENVELOPE_BYTES = 1_024;
/** HTTP answers longer than this (characters or bytes) count among the data that a person has not read yet. */
const MIN_COUNTED_LENGTH = 64 * 1024;
/** Maximum sockets of one person in one process. */
const SOCKETS_PER_PERSON = 100;
/** Suggested delay of a retry, in milliseconds. */
const TRY_AFTER_MS = 10_000;
/** Close code "service restart". */
const RESTARTING = 1012;
/** Milliseconds between closing a socket and cutting it off, so that pending data is still delivered. */
const FAREWELL_MS = 1_000;

export interface SocketOptions {
  sockets: OpenSockets;
  draining: () => boolean;
}

/** Accepts WebSockets on the server's own port, for routes with `websocket: true`. */
export async function registerSockets(
  app: FastifyInstance,
  draining: () => boolean,
): Promise<SocketOptions & { end(): void }> {
  await app.register(websocket, { options: { maxPayload: MAX_UPDATE_BYTES + ENVELOPE_BYTES } });
  return {
    sockets: new OpenSockets(),
    draining,
    /** Tells every client to reconnect elsewhere, for a graceful stop. */
    end() {
      for (const socket of app.websocketServer.clients) dismiss(socket, RESTARTING, 'restarting');
    },
  };
}

/**
 * Closes a socket, and cuts it off if the other end does not respond soon: it may be asleep or unreachable.
 */
export function dismiss(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  // A paused socket would not receive the other end's close frame.
  socket.resume();
  setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
}

/**
 * Refuses an upgrade without a session, so that strangers hold no memory; above one person's limit; and while
 * the server is stopping.
 */
export function admitSocket(request: FastifyRequest, { sockets, draining }: SocketOptions): void {
  if (draining()) throw new AppError('unavailable');
  if (request.actor.kind !== 'user') throw notSignedIn(request.actor);
  if (sockets.countOf(request.actor.userId) >= SOCKETS_PER_PERSON)
    throw refusal('tooManyRequests', TRY_AFTER_MS);
}

/** Counts long HTTP answers as unread data until they are sent. Streams have their own backpressure, or are counted elsewhere. */
export function countAnswers(app: FastifyInstance, sockets: OpenSockets): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (length > MIN_COUNTED_LENGTH) sockets.addAnswer(request.actor, reply.raw);
  });
}

/**
 * Releases what an upgrade would keep in memory for as long as its socket lasts: the request's headers, the reply that
 * was never sent, and what plugins attached to both. Call it when the socket no longer needs them.
 */
export function forgetUpgrade(socket: WebSocket, { raw, log }: FastifyRequest): void {
  const response: unknown = Reflect.get(raw.socket, '_httpMessage');
  if (response instanceof ServerResponse) response.detachSocket(raw.socket);
  raw.headers = {};
  raw.rawHeaders = [];
  // The plugin's own listener keeps the request and the reply; the one below replaces it.
  socket.removeAllListeners('error');
  socket.on('error', (error) => {
    log.error(error);
    socket.terminate();
  });
}

/** Bounds one socket's message size below the general one, in bytes; `ws` has a single bound per server. */
export function boundMessages(socket: WebSocket, bytes: number): void {
  const receiver: unknown = Reflect.get(socket, '_receiver');
  if (typeof receiver !== 'object' || receiver === null || !('_maxPayload' in receiver))
    throw new Error('this version of ws keeps its bound elsewhere');
  receiver._maxPayload = bytes;
}
