import { type Dispatcher, type RequestInit as UndiciRequestInit, fetch as undiciFetch } from 'undici';
import { eventLoopTurn } from '../timing/event-loop-turn.ts';
import { findCause, MAX_REDIRECTS } from './page.ts';
import { FetchFailed, FetchRefused } from './types.ts';
import { parseOutsideUrl } from './url.ts';

/** Maximum bytes of one provider response: a few generated images, or a very long stream. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Makes the `fetch` that `GuardedFetch.providerFetch` returns. @throws FetchRefused for an unusable host. */
export function providerFetch(dispatcher: Dispatcher, apiHost: string): typeof fetch {
  const { origin } = parseOutsideUrl(apiHost);
  return async (input, init) => {
    if (input instanceof Request) throw new TypeError('providerFetch takes an address and options');
    let url = parseOutsideUrl(String(input));
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      if (url.origin !== origin) {
        throw new FetchRefused('origin', `The provider tried to send the request on to ${url.origin}.`);
      }
      // Undici's own types of bodies and responses are the same objects under other names.
      const options = { ...init, redirect: 'manual', dispatcher } as unknown as UndiciRequestInit;
      const response = (await send(url, options)) as unknown as Response;
      const next = redirectTarget(response, url, init?.method ?? 'GET');
      if (!next) return bounded(response);
      await response.body?.cancel();
      url = next;
    }
    throw new FetchRefused('redirects', 'The provider redirects too many times.');
  };
}

async function send(url: URL, options: UndiciRequestInit) {
  try {
    return await undiciFetch(url, options);
  } catch (error) {
    // Thrown unwrapped: callers would retry a failed connection.
    throw findCause(error, FetchRefused) ?? error;
  }
}

function redirectTarget(response: Response, from: URL, method: string): URL | null {
  const location = response.headers.get('location');
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return null;
  const to = parseOutsideUrl(location, from);
  // Other statuses would turn a POST into a GET; they are a sign of a wrong address, not of a moved one.
  const repeatable =
    method === 'GET' || method === 'HEAD' || response.status === 307 || response.status === 308;
  if (!repeatable) throw new FetchRefused('origin', `The provider redirects to ${to.origin}${to.pathname}.`);
  return to;
}

/**
 * Returns the response with a body that fails once it exceeds what any provider needs. It yields to the
 * process's other work; unread data waits at the provider.
 */
function bounded(response: Response): Response {
  if (!response.body) return response;
  let size = 0;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const turn = eventLoopTurn();
        if (turn) await turn;
        const { done, value } = await reader.read();
        if (done) return controller.close();
        size += value.byteLength;
        if (size > MAX_RESPONSE_BYTES) {
          reader.cancel().catch(() => {});
          throw new FetchFailed('too-large', 'The answer is too large.');
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
