import type { Platform } from '@tandem/api/core/platform';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

const PROBE = { config: { anonymous: true }, logLevel: 'silent' } as const;
/** How long a dependency may take to answer before it counts as gone, in milliseconds. */
const PATIENCE_MS = 2_000;

/** `/healthz`: the process answers. `/readyz`: so does what it depends on, and it is not about to end. */
export function registerHealth(app: FastifyInstance, platform: Platform, draining: () => boolean): void {
  app.get('/healthz', PROBE, async () => ({ ok: true }));

  app.get('/readyz', PROBE, async (_request, reply) => {
    const [database, queue] = await Promise.all([
      soon(sql`select 1`.execute(platform.database.db).then(() => true)),
      soon(platform.jobs.ready()),
    ]);
    const ok = database && queue && !draining();
    return reply.code(ok ? 200 : 503).send({ ok, database, queue, draining: draining() });
  });
}

async function soon(check: Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref());
  return Promise.race([check.catch(() => false), late]);
}
