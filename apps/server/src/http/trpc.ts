import { appRouter } from '@tandem/api';
import { AppError } from '@tandem/api/core/errors';
import type { Platform } from '@tandem/api/core/platform';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance } from 'fastify';
import { endWithSession } from './live-sessions.ts';
import { contextOf } from './session.ts';

/** Most calls in one batch. */
const MAX_BATCH_SIZE = 20;

/**
 * Typed procedures at `/api/<noun>.<procedure>`. A segment without a dot names no procedure: those paths are
 * REST's, answered 404 here when no row took them.
 */
export function registerTrpc(app: FastifyInstance, platform: Platform): void {
  app.register(async (scope) => {
    // tRPC parses bodies itself, so that a bad one is its own kind of error.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.all<{ Params: { path: string } }>('/api/:path', async (request, reply) => {
      const { path } = request.params;
      if (!path.includes('.')) throw new AppError('notFound');
      const unwatch = endWithSession(platform, request.actor, () => reply.raw.destroy());
      reply.raw.once('close', unwatch);
      await fastifyRequestHandler({
        router: appRouter,
        req: request,
        res: reply,
        path,
        maxBatchSize: MAX_BATCH_SIZE,
        createContext: () => contextOf(request, platform, 'http'),
      });
    });
  });
}
