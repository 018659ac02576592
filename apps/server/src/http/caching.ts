import type { FastifyInstance } from 'fastify';

/**
 * Has nobody keep an answer unless its route says otherwise: nearly all of them are for one person, and a cache on the
 * way, or the next person at the same browser, must not find them. Files, exports and what is the same for everyone
 * carry a header of their own.
 */
export function registerCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
}
