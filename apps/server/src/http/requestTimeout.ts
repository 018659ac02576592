import type { FastifyInstance } from 'fastify';
import { answerUnparsable } from './unparsable.ts';

/**
 * Gives a body `limitMs` to arrive, and a signed-in person's file `fileMs`. Node has only one timeout for all
 * requests. Register it after authentication.
 */
export function limitRequestTime(app: FastifyInstance, limitMs: number, fileMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || headers.upgrade !== undefined) return;
    const isFile = request.routeOptions.config.takesFile === true && request.actor.kind === 'user';
    const timer = setTimeout(
      () => {
        if (raw.complete || raw.destroyed) return;
        if (reply.raw.headersSent) raw.socket.destroy();
        else answerUnparsable(timedOut(), raw.socket);
      },
      isFile ? fileMs : limitMs,
    );
    raw.once('close', () => clearTimeout(timer));
  });
}

function timedOut(): NodeJS.ErrnoException {
  return Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
