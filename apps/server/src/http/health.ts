import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';

const PROBE = { config: { anonymous: true }, logLevel: 'silent' } as const;

/**
 * `/healthz`: the process answers. `/readyz`: so does what it cannot do without, and it is not about to end. It names
 * everything it depends on; what it can do without, while it is away, is no reason to send people elsewhere.
 */
export function registerHealth(
  app: FastifyInstance,
  dependencies: Dependencies,
  draining: () => boolean,
): void {
  app.get('/healthz', PROBE, async () => ({ ok: true }));

  app.get('/readyz', PROBE, async (_request, reply) => {
    const { isReady, states } = await dependencies.report();
    const ok = isReady && !draining();
    return reply.code(ok ? 200 : 503).send({ ok, ...states, draining: draining() });
  });
}
