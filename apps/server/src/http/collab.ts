import type { WebSocket } from '@fastify/websocket';
import type { Platform } from '@tandem/api/core/platform';
import { documentHubOf } from '@tandem/api/document/collab/hub';
import type { CollabPort } from '@tandem/api/document/collab/socket';
import type { FastifyInstance } from 'fastify';
import { contextOfSocket } from './live.ts';
import type { Pace } from './live-bounds.ts';
import { endWithSession } from './live-sessions.ts';
import { admitSocket, dismiss, forgetUpgrade, type SocketOptions } from './sockets.ts';

/** A fast writer sends change, cursor and mark twenty times a second. */
const WRITING: Pace = { burst: 1_000, perSecond: 200 };
/** Close code "policy violation": the session ended. */
const SESSION_ENDED = 1008;

/**
 * Collaborative editing over a WebSocket at `/api/collab` in the protocol of Yjs. Refused before the upgrade
 * without a session or from another site.
 * @returns a function that sends every editor elsewhere and waits until their changes are stored
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
        const { actor } = request;
        if (actor.kind !== 'user') return socket.terminate();
        options.sockets.add(actor, socket, WRITING);
        const ctx = contextOfSocket(request, platform, socket);
        const collab = hub.connect(ctx, actor.userId, portOf(socket));
        socket.on('message', (data: Buffer, isBinary: boolean) => {
          if (isBinary) collab.receive(data);
        });
        socket.on('close', (code: number, reason: Buffer) => collab.ended(code, reason.toString()));
        const unwatch = endWithSession(platform, actor, () =>
          collab.close({ code: SESSION_ENDED, reason: 'signed out' }),
        );
        socket.once('close', unwatch);
        forgetUpgrade(socket, request);
      },
    );
  });
  return () => hub.close();
}

function portOf(socket: WebSocket): CollabPort {
  return {
    send: (data, onRead) => socket.send(data, () => onRead()),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: (code, reason) => dismiss(socket, code, reason),
  };
}
