import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds that open requests get to finish. */
const PATIENCE_MS = 3_000;

/** Takes no more connections, lets open requests finish, then cuts what is left: streams, which reconnect. */
export async function closeGently(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  await Promise.race([closed, sleep(PATIENCE_MS, undefined, { ref: false })]);
  app.server.closeAllConnections();
  await closed;
}
