import * as z from 'zod';
import { callFailed, type FailureOptions } from './call-failed.ts';
import { HttpError, isOpaqueStatus, RequestError, UnreachableError } from './errors.ts';
import { readBearer } from './session/bearer.ts';
import { baseOf, readHostedBearer } from './web-domain.ts';

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';
type QueryValue = string | number | boolean | null | undefined;

export interface RequestOptions extends FailureOptions {
  /** Parameters of the address; undefined, null and "" are left out. */
  query?: Record<string, QueryValue>;
  /** A value sent as JSON, or a FormData sent as it is. */
  body?: unknown;
  signal?: AbortSignal;
  /** The bearer to send instead of the stored one; null for none. */
  bearer?: string | null;
  /** The origin to call instead of the default one of the path; "" is the page's own. */
  base?: string;
  /** Keeps the call alive when the page closes. */
  keepalive?: boolean;
}

const envelopeSchema = z.looseObject({
  code: z.number(),
  msg: z.string().optional(),
  message: z.string().optional(),
  data: z.unknown().optional(),
  params: z.unknown().optional(),
});

/**
 * Calls a REST row.
 * @returns the envelope's data, when its code is 0
 * @throws RequestError for any other code, HttpError for a server failure, UnreachableError when nothing
 * answers; each was shown as a toast before, unless the call says otherwise
 */
export async function request(verb: Verb, path: string, options: RequestOptions = {}): Promise<unknown> {
  const base = options.base ?? baseOf(path);
  try {
    return await send(verb, path, base, options);
  } catch (error) {
    callFailed(error, { kind: verb === 'GET' ? 'query' : 'mutation', ownSession: base === '' }, options);
    throw error;
  }
}

async function send(verb: Verb, path: string, base: string, options: RequestOptions): Promise<unknown> {
  const bearer = options.bearer === undefined ? await bearerFor(base) : options.bearer;
  const headers = new Headers({ accept: 'application/json' });
  if (bearer) headers.set('authorization', `Bearer ${bearer}`);
  const { body } = options;
  const isForm = body instanceof FormData;
  // The browser writes the type of a form itself, with its boundary.
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  const init: RequestInit = {
    method: verb,
    headers,
    credentials: base === '' ? 'same-origin' : 'omit',
    keepalive: options.keepalive ?? false,
    ...(options.signal && { signal: options.signal }),
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  };
  return read(await reach(base + withQuery(path, options.query), init));
}

/** Each token goes only to the site that gave it. */
async function bearerFor(base: string): Promise<string | null> {
  return base === '' ? readBearer() : readHostedBearer();
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    // fetch throws TypeError when there is no response; an abort stays an abort.
    throw error instanceof TypeError ? new UnreachableError(error) : error;
  }
}

async function read(response: Response): Promise<unknown> {
  if (isOpaqueStatus(response.status))
    throw new HttpError(response.status, response.headers.get('content-type'));
  return dataOf(response.status, await response.json().catch(() => null));
}

/**
 * The data of a parsed body, if it is a successful envelope.
 * @throws RequestError
 */
export function dataOf(status: number, body: unknown): unknown {
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) throw new RequestError(status, { code: -1 });
  const { code, msg, message, data, params } = envelope.data;
  if (code !== 0) throw new RequestError(status, { code, msg: msg || message || '', data, params });
  return data;
}

function withQuery(path: string, query: Record<string, QueryValue> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  if (text === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
