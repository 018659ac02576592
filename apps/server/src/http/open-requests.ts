import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Requests that are being answered: uploads, downloads and calls. Sockets are not among them. */
export interface OpenRequests {
  /** Number of requests that will end by themselves. */
  count(): number;
  /** Ends event streams, which last for hours; clients resume from their last event. */
  endStreams(): void;
  /** Resolves once nothing is open, or after `ms` milliseconds. */
  settled(ms: number): Promise<void>;
}

/** Follows every request from its head to the end of its answer. Register it before anything answers. */
export function followRequests(app: FastifyInstance): OpenRequests {
  const open = new Set<FastifyReply>();
  let onEmpty = () => {};

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.upgrade !== undefined) return;
    open.add(reply);
    reply.raw.once('close', () => {
      open.delete(reply);
      if (open.size === 0) onEmpty();
    });
  });
  const isStream = (reply: FastifyReply) =>
    String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');

  return {
    count: () => [...open].filter((reply) => !isStream(reply)).length,
    endStreams() {
      for (const reply of open) if (isStream(reply)) reply.raw.destroy();
    },
    async settled(ms) {
      if (open.size === 0) return;
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve;
      });
      await Promise.race([empty, sleep(ms, undefined, { ref: false })]);
    },
  };
}
