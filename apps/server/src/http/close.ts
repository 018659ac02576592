import type { FastifyInstance } from 'fastify';
import type { OpenRequests } from './open-requests.ts';

/** Milliseconds that open requests get to finish at least. */
const LEAST_PATIENCE_MS = 3_000;

/**
 * Accepts no new connections, lets open requests finish, then cuts the rest.
 * @param graceMs milliseconds, at least three seconds
 * @returns the number of cut requests
 */
export async function closeGently(
  app: FastifyInstance,
  requests: OpenRequests,
  graceMs: number,
): Promise<number> {
  const closed = app.close();
  requests.endStreams();
  await requests.settled(Math.max(graceMs, LEAST_PATIENCE_MS));
  const cut = requests.count();
  app.server.closeAllConnections();
  await closed;
  return cut;
}
