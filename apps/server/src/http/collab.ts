import type { Platform } from '@tandem/api/core/platform';
import { documentHubOf } from '@tandem/api/document/document.hub';
import { closings } from '@tandem/api/document/document.session';
import type { FastifyInstance } from 'fastify';
import { contextOfSocket, drained } from './live.ts';
import type { Pace } from './live-bounds.ts';
import { endWithSession } from './live-sessions.ts';
import { admitSocket, type SocketOptions } from './sockets.ts';

/** A fast writer sends change, cursor and mark twenty times a second. */
const WRITING: Pace = { burst: 1_000, perSecond: 200 };
/** Close code "policy violation": the session ended. */
const SESSION_ENDED = 1008;

/**
 * Documents that are written together, over a WebSocket at `/api/collab` in the protocol of Yjs. Refused before the
 * upgrade without a session or from a foreign page.
 * @returns sends every editor elsewhere and waits until what they wrote is stored
 */
export function registerCollab(
  app: FastifyInstance,
  platform: Platform,
  options: SocketOptions,
): () => Promise<void> {
  const hub = documentHubOf(platform);
  app.register(async (scope) => {
    scope.get(
      '/api/collab',
      { websocket: true, preValidation: async (request) => admitSocket(request, options) },
      (socket, request) => {
        options.sockets.add(request.actor, socket, WRITING);
        const headers = new Headers();
        const incoming = new Request(`http://localhost${request.url}`, { headers });
        const ctx = contextOfSocket(request, platform, socket);
        const client = hub.collab.handleConnection(socket, incoming, {
          ctx,
          onSocket: new Set(),
          async holding(work) {
            socket.pause();
            try {
              return await work();
            } finally {
              socket.resume();
            }
          },
          drained: () => drained(socket),
          again: () => socket.close(closings.again, 'again'),
        });
        socket.on('message', (data: Buffer, isBinary: boolean) => {
          // Who is told that it is over may go on for a while.
          if (isBinary && socket.readyState === socket.OPEN) client.handleMessage(new Uint8Array(data));
        });
        socket.on('close', (code: number, reason: Buffer) =>
          client.handleClose({ code, reason: reason.toString() }),
        );
        const unwatch = endWithSession(platform, request.actor, () => {
          socket.close(SESSION_ENDED, 'signed out');
          client.handleClose({ code: SESSION_ENDED, reason: 'signed out' });
        });
        socket.once('close', unwatch);
      },
    );
  });
  return () => hub.close();
}
