import { AppError } from '@tandem/api/core/errors';
import type { FastifyInstance } from 'fastify';
import { sendError } from './errors.ts';

/**
 * Gives a handler `limitMs` to begin its answer, and an upload `fileMs`. A stream may last once begun: a
 * channel is watched for hours.
 */
export function limitAnswerTime(app: FastifyInstance, limitMs: number, fileMs: number): void {
  const timers = new WeakMap<object, NodeJS.Timeout>();
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.upgrade !== undefined) return;
    const giveUp = () => {
      if (reply.sent || reply.raw.destroyed) return;
      request.log.warn({ path: request.url.split('?', 1)[0] }, 'a request was given up: no answer in time');
      void sendError(new AppError('unavailable'), request, reply);
      // The handler may still finish, but its answer is too late.
      reply.send = () => reply;
    };
    const timer = setTimeout(giveUp, request.routeOptions.config.takesFile ? fileMs : limitMs);
    timers.set(request, timer);
    reply.raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('onSend', async (request) => {
    clearTimeout(timers.get(request));
  });
}
