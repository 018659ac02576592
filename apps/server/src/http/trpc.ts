import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { appRouter } from '@tandem/api';
import { AppError } from '@tandem/api/core/errors';
import type { Platform } from '@tandem/api/core/platform';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OpenSockets } from './live-bounds.ts';
import { endWithSession } from './live-sessions.ts';
import { contextOf } from './session.ts';
import { answerQuery, singleQueryOf } from './trpc-query.ts';

/** Maximum unread bytes of a stream; it then pauses, and resumes with the state of that time. */
const MAX_WAITING_BYTES = 256 * 1024;
/** Milliseconds between checks of a slow reader. */
const DRAIN_POLL_MS = 50;
/** More than the answers of one batch: these are read completely, and tracked. */
const TAKEN_BYTES = 1024 * 1024 * 1024;
/** Most calls in one batch. */
const MAX_BATCH_SIZE = 20;

/**
 * Typed procedures at `/api/<noun>.<procedure>`. A segment without a dot is not a procedure: those paths
 * belong to REST, and answer 404 here when no row matched.
 */
export function registerTrpc(app: FastifyInstance, platform: Platform, sockets: OpenSockets): void {
  app.register(async (scope) => {
    // tRPC parses bodies itself, so that a bad one is its own kind of error.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.all<{ Params: { path: string } }>('/api/:path', async (request, reply) => {
      const { path } = request.params;
      if (!path.includes('.')) throw new AppError('notFound');
      const unwatch = endWithSession(platform, request.actor, () => reply.raw.destroy());
      reply.raw.once('close', unwatch);
      const query = singleQueryOf(path, request);
      if (query) return answerQuery(query, () => contextOf(request, platform, 'http'), reply);
      let waiting = () => 0;
      await fastifyRequestHandler({
        router: appRouter,
        req: request,
        res: answerer(reply, (kind, taken) => {
          waiting = taken;
          if (kind === 'events') sockets.addResponse(request.actor, reply.raw);
          else sockets.addAnswer(request.actor, reply.raw, taken);
        }),
        path,
        maxBatchSize: MAX_BATCH_SIZE,
        createContext: () => ({
          ...contextOf(request, platform, 'http'),
          drained: (signal) => drained(reply.raw, waiting, signal),
        }),
      });
    });
  });
}

/**
 * The reply as used by tRPC's adapter. The adapter sends web streams, which produce only what is read at the
 * other end and so hide the size of an answer. So everything but events is read completely, and tracked.
 * @param count called before a stream is sent, with its kind, and how to measure its unread data
 */
function answerer(
  reply: FastifyReply,
  count: (kind: 'events' | 'answer', waiting: () => number) => void,
): FastifyReply {
  const send = async (response: Response) => {
    const body = response.body as ReadableStream<Uint8Array> | null;
    if (!body || response.headers.get('content-type') === 'text/event-stream') {
      count('events', () => 0);
      return reply.send(response);
    }
    reply.code(response.status);
    for (const [name, value] of response.headers) reply.header(name, value);
    // It is complete already, and tracked while it is sent.
    if (!response.headers.has('transfer-encoding'))
      return reply.send(Buffer.from(await response.arrayBuffer()));
    const taken = Readable.fromWeb(body, { highWaterMark: TAKEN_BYTES });
    count('answer', () => taken.readableLength);
    return reply.send(taken);
  };
  return new Proxy(reply, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) });
}

/** Resolves when little is unread at the other end, or nothing ever will be read. */
async function drained(response: ServerResponse, waiting: () => number, signal: AbortSignal): Promise<void> {
  // Lets the last data pass the intermediate streams.
  await nextRound();
  const held = () => response.writableLength + waiting();
  while (held() > MAX_WAITING_BYTES && !response.destroyed && !signal.aborted) await sleep(DRAIN_POLL_MS);
}
