import type { FastifyInstance } from 'fastify';
import type { OpenRequests } from './open-requests.ts';

/** Milliseconds that open requests get to finish at least. */
const LEAST_PATIENCE_MS = 3_000;

/**
 * Takes no more connections, lets open requests finish, then cuts what is left.
 * @param graceMs milliseconds that they have, at least three seconds
 * @returns how many requests were cut
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
