import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from '@fastify/websocket';
import { appRouter } from '@tandem/api';
import type { Context } from '@tandem/api/core/context';
import { AppError } from '@tandem/api/core/errors';
import type { Platform } from '@tandem/api/core/platform';
import { actorForSession } from '@tandem/api/identity/session/session.service';
import { getWSConnectionHandler } from '@trpc/server/adapters/ws';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endWithSession } from './live-sessions.ts';
import { contextOf, namedTeam } from './session.ts';
import { admitSocket, boundMessages, dismiss, forgetUpgrade, type SocketOptions } from './sockets.ts';

/** Maximum bytes of a client's message; subscriptions are small. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Maximum unread bytes of a slow client; its streams then pause, and resume with the state of that time. */
const MAX_BACKLOG_BYTES = 1024 * 1024;
/** Milliseconds between checks of a slow client. */
const DRAIN_POLL_MS = 50;
/** Milliseconds between the end of a session and of its socket. */
const LAST_WORD_MS = 250;
/** Close code "policy violation": the session ended. */
const SESSION_ENDED = 1008;

/**
 * Subscriptions over one WebSocket at `/api/live`. The upgrade is refused without a session or from a
 * foreign page, so strangers hold no memory; and while the server is about to end.
 */
export async function registerLive(
  app: FastifyInstance,
  platform: Platform,
  { sockets, draining }: SocketOptions,
): Promise<void> {
  const contexts = new WeakMap<IncomingMessage, Context>();
  const onConnection = getWSConnectionHandler({
    router: appRouter,
    // The handler attaches to sockets that Fastify's own server accepted.
    wss: app.websocketServer,
    keepAlive: { enabled: true, pingMs: 25_000, pongWaitMs: 10_000 },
    createContext: ({ req }) => {
      const context = contexts.get(req);
      if (!context) throw new AppError('unauthorised');
      return context;
    },
  });

  app.register(async (scope) => {
    scope.get(
      '/api/live',
      {
        websocket: true,
        preValidation: async (request) => {
          admitSocket(request, { sockets, draining });
        },
      },
      (socket, request) => {
        sockets.add(request.actor, socket);
        boundMessages(socket, MAX_MESSAGE_BYTES);
        contexts.set(request.raw, contextOfSocket(request, platform, socket));
        const unwatch = endWithSession(platform, request.actor, () => {
          // A moment for the streams to say why.
          setTimeout(() => dismiss(socket, SESSION_ENDED, 'signed out'), LAST_WORD_MS);
        });
        socket.once('close', unwatch);
        forgetUpgrade(socket, request);
        onConnection(socket, request.raw);
      },
    );
  });
}

/** A page keeps its socket when its person switches team or language, or is signed out. */
export function contextOfSocket(request: FastifyRequest, platform: Platform, socket: WebSocket): Context {
  const named = namedTeam(request);
  const context: Context = {
    ...contextOf(request, platform, 'socket'),
    drained: (signal) => drained(socket, signal),
    async renew() {
      if (context.actor.kind !== 'user') return;
      const known = await actorForSession(platform, context.actor.sessionId, named);
      context.actor = known.actor;
      context.language = known.language ?? context.language;
    },
  };
  return context;
}

/** Resolves when little is unread at the other end, or nothing ever will be read. */
export async function drained(socket: WebSocket, signal?: AbortSignal): Promise<void> {
  const isWaiting = () => socket.readyState === socket.OPEN && !signal?.aborted;
  while (socket.bufferedAmount > MAX_BACKLOG_BYTES && isWaiting()) await sleep(DRAIN_POLL_MS);
}
