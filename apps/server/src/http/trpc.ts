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

/** Bytes that may wait for the reader of a stream; it then pauses, and goes on with the state of that moment. */
const MAX_WAITING_BYTES = 256 * 1024;
/** How often a slow reader is looked at, in milliseconds. */
const DRAIN_POLL_MS = 50;
/** More than the answers of one batch: what is made of them is taken at once, and counted. */
const TAKEN_BYTES = 1024 * 1024 * 1024;
/** Most calls in one batch. */
const MAX_BATCH_SIZE = 20;

/**
 * Typed procedures at `/api/<noun>.<procedure>`. A segment without a dot names no procedure: those paths are
 * REST's, answered 404 here when no row took them.
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
 * The reply as tRPC's adapter uses it. The adapter sends web streams, which make no more than is read at the other end and
 * so hide how much of an answer waits. So all but events is taken at once, where it can be counted.
 * @param count told before a stream is sent whether it is one of events, and how to ask how much of it waits
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
    // All of it is there already; it is counted as it is sent.
    if (!response.headers.has('transfer-encoding'))
      return reply.send(Buffer.from(await response.arrayBuffer()));
    const taken = Readable.fromWeb(body, { highWaterMark: TAKEN_BYTES });
    count('answer', () => taken.readableLength);
    return reply.send(taken);
  };
  return new Proxy(reply, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) });
}

/** Fulfilled when not much waits to be read at the other end any more, or nothing ever will be. */
async function drained(response: ServerResponse, waiting: () => number, signal: AbortSignal): Promise<void> {
  // What was told last has come through the streams in between by then.
  await nextRound();
  const held = () => response.writableLength + waiting();
  while (held() > MAX_WAITING_BYTES && !response.destroyed && !signal.aborted) await sleep(DRAIN_POLL_MS);
}
