import type { FastifyInstance } from 'fastify';

/**
 * Marks answers as not cacheable unless their route says otherwise: nearly all are for one person, and
 * neither a proxy nor the browser's next user may find them. Files, exports and public resources set their
 * own header.
 */
export function registerCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
}
