import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';

const PROBE = { config: { anonymous: true }, logLevel: 'silent' } as const;

/**
 * `/healthz`: the process responds. `/readyz`: its essential dependencies respond, and it is not stopping. It
 * lists all dependencies; the absence of a non-essential one is no reason to redirect traffic.
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
