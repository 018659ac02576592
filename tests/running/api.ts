import type { AppRouter } from '@tandem/api';
import { createTRPCClient, httpBatchStreamLink, httpLink } from '@trpc/client';
import superjson from 'superjson';

/** An answer of the server, with the fields of its envelope where it has one. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; the text itself when it is not JSON. */
  body: unknown;
  code: number | undefined;
  msg: string | undefined;
  data: unknown;
}

export interface Call {
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData;
  headers?: Record<string, string>;
}

/** Talks to a server as one person, by bearer token, or as a stranger without one. */
export interface Api {
  url: string;
  token: string | null;
  call(verb: string, path: string, call?: Call): Promise<Answer>;
  get(path: string, query?: Record<string, unknown>): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** A stock client of the typed procedures. */
  trpc: ReturnType<typeof trpcFor>;
}

/** Longer than any call may take on the busiest machine; a call that hangs fails its test here. */
const PATIENCE_MS = 40_000;

export function apiFor(url: string, token: string | null = null): Api {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };

  async function call(verb: string, path: string, { body, raw, headers = {} }: Call = {}): Promise<Answer> {
    const payload = raw ?? (body === undefined ? null : JSON.stringify(body));
    const response = await fetch(url + path, {
      method: verb,
      redirect: 'manual',
      headers: {
        ...authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: payload,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const parsed = parse(text);
    const envelope = (isObject(parsed) ? parsed : {}) as { code?: number; msg?: string; data?: unknown };
    return { status: response.status, headers: response.headers, text, body: parsed, ...pick(envelope) };
  }

  return {
    url,
    token,
    call,
    get: (path, query = {}) => call('GET', path + search(query)),
    post: (path, body = {}) => call('POST', path, { body }),
    put: (path, body = {}) => call('PUT', path, { body }),
    delete: (path) => call('DELETE', path),
    trpc: trpcFor(url, authorization),
  };
}

/** A stock client as anyone would make it; `stream: false` sends each call by itself. */
export function trpcFor(url: string, headers: Record<string, string>, { stream = true } = {}) {
  const link = stream ? httpBatchStreamLink : httpLink;
  return createTRPCClient<AppRouter>({
    links: [link({ url: `${url}/api`, headers, transformer: superjson })],
  });
}

function pick({ code, msg, data }: { code?: number; msg?: string; data?: unknown }) {
  return { code, msg, data };
}

function search(query: Record<string, unknown>): string {
  const entries = Object.entries(query).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
