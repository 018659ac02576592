import type { AppRouter } from '@tandem/api';
import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  httpBatchStreamLink,
  splitLink,
  type TRPCLink,
  wsLink,
} from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import superjson from 'superjson';
import { callFailed, type FailureOptions } from './call-failed.ts';
import { HttpError, isJson } from './errors.ts';
import { queryClient } from './query-client.ts';
import { readBearer } from './session/bearer.ts';
import { announceSessionEnded } from './session/session-ended.ts';

/** Close code by which the server says that the session ended, here or elsewhere. */
const SESSION_ENDED = 1008;

/** Options of one typed call: `{trpc: {context: {streamed: true}}}`. */
export interface CallContext extends FailureOptions {
  /** Responses of one batch arrive as they are ready; for slow calls that others should not wait for. */
  streamed?: boolean;
}

/** Each failed item of a batch is reported on its own. */
const reportFailures: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        ...observer,
        error(error) {
          // A subscription reconnects automatically; its owner decides what a lasting failure means.
          if (op.type !== 'subscription') {
            callFailed(error, { kind: op.type, ownSession: true }, op.context as CallContext);
          }
          observer.error(error);
        },
      }),
    );

/** A proxy may respond with a page of its own, even with status 200. */
async function fetchAnswers(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const contentType = response.headers.get('content-type');
  if (!isJson(contentType)) throw new HttpError(response.status, contentType);
  return response;
}

const batching = {
  url: '/api',
  fetch: fetchAnswers,
  transformer: superjson,
  maxURLLength: 2000,
  maxItems: 20,
  async headers() {
    const bearer = await readBearer();
    return bearer ? { authorization: `Bearer ${bearer}` } : {};
  },
};

/** One socket for all subscriptions of the page, open while there is one; it reconnects automatically. */
export const liveSocket = createWSClient({
  url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`,
  lazy: { enabled: true, closeMs: 5_000 },
  // The first retry is quick, and through a restart of the server no pause is long; later ones spread out.
  retryDelayMs: (attempt) =>
    Math.min(250 * 2 ** attempt, attempt < 12 ? 2_500 : 10_000) * (0.75 + Math.random() / 2),
  // A network that went away closes nothing: only a missing answer tells.
  keepAlive: { enabled: true, intervalMs: 10_000, pongTimeoutMs: 5_000 },
  onClose(cause) {
    if (cause?.code !== SESSION_ENDED) return;
    // Without a session every retry would be refused; the next subscription opens the socket again.
    void liveSocket.close();
    announceSessionEnded();
  },
});

/** The typed API, for calls outside of components. */
export const api = createTRPCClient<AppRouter>({
  links: [
    reportFailures,
    splitLink({
      condition: (op) => op.type === 'subscription',
      true: wsLink({ client: liveSocket, transformer: superjson }),
      false: splitLink({
        condition: (op) => (op.context as CallContext).streamed === true,
        true: httpBatchStreamLink(batching),
        false: httpBatchLink(batching),
      }),
    }),
  ],
});

/** Generated hooks, for components: `trpc.channel.list.useQuery(input)`. */
export const trpc = createTRPCReact<AppRouter>();

/** The same queries outside of components: `cached.channel.list.setData(input, change)`, `.invalidate()`, `.fetch()`. */
export const cached = createTRPCQueryUtils<AppRouter>({ client: api, queryClient });
