import { vi } from 'vitest';

/** Replaces `fetch` with a function that responds with JSON by address; unlisted addresses are 404. */
export function stubFetch(answers: Record<string, () => Response>) {
  const fetch = vi.fn(async (input: RequestInfo | URL, _init?: RequestInit) => {
    const { origin, pathname } = new URL(String(input), location.origin);
    const answer = answers[origin === location.origin ? pathname : origin + pathname];
    return answer ? answer() : json({ code: 40400, msg: 'not found', data: null }, 404);
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

/** The headers that the call with this number was made with. */
export function headersOf(fetch: ReturnType<typeof stubFetch>, call = 0): Headers {
  return new Headers(fetch.mock.calls[call]?.[1]?.headers);
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

export function success(data: unknown): Response {
  return json({ code: 0, msg: '', data });
}
