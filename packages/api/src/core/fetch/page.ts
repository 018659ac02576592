import { type Dispatcher, type Response, fetch as undiciFetch } from 'undici';
import { type FetchedPage, FetchFailed, FetchRefused, type PageRequest } from './types.ts';
import { parseOutsideUrl } from './url.ts';

export const MAX_REDIRECTS = 5;
const DEFAULT_MAX_BYTES = 2 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 15_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const USER_AGENT = 'Mozilla/5.0 (compatible; Tandem/1.0)';
const ACCEPT = 'text/html,application/xhtml+xml,text/markdown,text/plain,application/json;q=0.9,*/*;q=0.1';

/** Reads a page through `dispatcher`, judging the target of each redirect again. See `GuardedFetch.fetchPage`. */
export async function fetchPage(
  dispatcher: Dispatcher,
  address: string,
  request: PageRequest = {},
): Promise<FetchedPage> {
  const { maxBytes = DEFAULT_MAX_BYTES, timeoutMs = DEFAULT_TIMEOUT_MS, accept = ACCEPT } = request;
  request.signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  try {
    let url = parseOutsideUrl(address);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      // Headers are built for each hop and contain no secret, so a redirect leaks nothing.
      const headers = {
        ...{ accept, 'user-agent': USER_AGENT, 'accept-language': 'en, *;q=0.5' },
        ...(request.etag !== undefined && { 'if-none-match': request.etag }),
      };
      const response = await undiciFetch(url, { dispatcher, redirect: 'manual', headers, signal });
      if (!REDIRECTS.has(response.status)) return await toPage(url, response, maxBytes);
      await response.body?.cancel();
      const location = response.headers.get('location');
      if (location === null) throw new FetchRefused('redirects', 'The page redirects to nowhere.');
      url = parseOutsideUrl(location, url);
    }
    throw new FetchRefused('redirects', 'The page redirects too many times.');
  } catch (error) {
    request.signal?.throwIfAborted();
    throw explain(error, timeout.aborted);
  }
}

async function toPage(url: URL, response: Response, maxBytes: number): Promise<FetchedPage> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let truncated = false;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    const chunk: Uint8Array = value;
    chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.byteLength;
    if (size > maxBytes) {
      truncated = true;
      await reader.cancel();
      break;
    }
  }
  return {
    url: url.href,
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    etag: response.headers.get('etag'),
    body: Buffer.concat(chunks),
    truncated,
  };
}

function explain(error: unknown, timedOut: boolean): Error {
  const refused = findCause(error, FetchRefused);
  if (refused) return refused;
  if (timedOut) return new FetchFailed('timeout', 'The page took too long to answer.', error);
  return new FetchFailed('network', 'The page could not be reached.', error);
}

/** Finds an error of a class in a chain of causes. */
export function findCause<T extends Error>(error: unknown, type: new (...args: never[]) => T): T | null {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 8;
    current = current.cause, depth++
  ) {
    if (current instanceof type) return current;
  }
  return null;
}
