import superjson from 'superjson';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { headersOf, stubFetch } from '../testing/fetch.ts';
import { storeBearer } from './session/bearer.ts';
import { onSessionEnded } from './session/session-ended.ts';
import { toast } from './toasts.ts';
import { api } from './trpc.ts';

let shown: ReturnType<typeof vi.spyOn>;
let ended: ReturnType<typeof vi.fn>;
let stop: () => void;

beforeEach(() => {
  localStorage.clear();
  shown = vi.spyOn(toast, 'error').mockImplementation((_text, options) => options?.id ?? 'new');
  ended = vi.fn();
  stop = onSessionEnded(ended as () => void);
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function texts(): unknown[] {
  return shown.mock.calls.map(([text]: unknown[]) => text);
}

function data(value: unknown) {
  return { result: { data: superjson.serialize(value) } };
}

function refusal(httpStatus: number, errorCode: number, message: string) {
  return {
    error: superjson.serialize({
      message,
      code: -32000,
      data: { code: 'X', httpStatus, errorCode, key: 'x', params: {} },
    }),
  };
}

function answer(items: unknown[], status = 207): Response {
  return new Response(JSON.stringify(items), { status, headers: { 'content-type': 'application/json' } });
}

describe('typed calls', () => {
  it('C18: calls of one tick are batched, queries by GET, with Dates preserved', async () => {
    const at = new Date(1_700_000_000_000);
    const fetch = stubFetch({
      '/api/system.setting,home.recent': () => answer([data({ webDomain: '' }), data([{ activeAt: at }])]),
    });
    const [, recent] = await Promise.all([api.system.setting.query(), api.home.recent.query()]);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls[0]?.[1]?.method).toBe('GET');
    expect(recent).toEqual([{ activeAt: at }]);
  });

  it('C18: a mutation is sent by POST', async () => {
    const fetch = stubFetch({ '/api/user.update': () => answer([data({ id: 1 })], 200) });
    await api.user.update.mutate({ language: 'en' });
    expect(fetch.mock.calls[0]?.[1]?.method).toBe('POST');
  });

  it('C17: a stored token is sent as Bearer', async () => {
    const fetch = stubFetch({ '/api/system.setting': () => answer([data({})], 200) });
    await storeBearer('a.b.c');
    await api.system.setting.query();
    expect(headersOf(fetch).get('authorization')).toBe('Bearer a.b.c');
  });
});

describe('failed calls', () => {
  it('C10: each item of a batch is checked separately', async () => {
    stubFetch({
      '/api/system.setting,home.recent': () =>
        answer([data({ webDomain: '' }), refusal(401, 40100, 'Please sign in.')]),
    });
    const [setting, recent] = await Promise.allSettled([api.system.setting.query(), api.home.recent.query()]);
    expect(setting.status).toBe('fulfilled');
    expect(recent.status).toBe('rejected');
    expect(texts()).toEqual(['Login expired, please login again']);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('C10: several expired items share one toast', async () => {
    stubFetch({
      '/api/system.setting,home.recent': () =>
        answer([refusal(401, 40100, 'Please sign in.'), refusal(401, 40100, 'Please sign in.')], 401),
    });
    await Promise.allSettled([api.system.setting.query(), api.home.recent.query()]);
    const ids = shown.mock.calls.map(([, options]: unknown[]) => (options as { id: unknown }).id);
    expect(ids).toEqual(['login-expired', 'login-expired']);
  });

  it('C15: a silent call shows nothing', async () => {
    stubFetch({ '/api/home.recent': () => answer([refusal(400, 7, 'No.')], 400) });
    await expect(api.home.recent.query(undefined, { context: { silent: true } })).rejects.toThrow('No.');
    expect(shown).not.toHaveBeenCalled();
  });

  it('C16: a mutation whose message contains "limit"', async () => {
    stubFetch({ '/api/user.update': () => answer([refusal(429, 7, 'A limit was reached')], 429) });
    await api.user.update.mutate({ language: 'en' }).catch(() => {});
    expect(texts()).toEqual(['Rate limit exceeded. Please try again later.']);
  });

  it('C12: of a server failure only the status is shown', async () => {
    stubFetch({ '/api/home.recent': () => answer([refusal(500, 50000, 'details')], 500) });
    await api.home.recent.query().catch(() => {});
    expect(texts()).toEqual(['HTTP error! status: 500']);
  });

  it('C12: and explains it when a page arrived instead of an answer', async () => {
    stubFetch({ '/api/home.recent': () => new Response('<html>Bad gateway</html>', { status: 502 }) });
    await api.home.recent.query().catch(() => {});
    expect(texts()).toEqual([
      expect.stringMatching(/not available right now.*\(HTTP error! status: 502\)$/u),
    ]);
  });

  it('explains that another page arrived instead of an answer', async () => {
    const page = () =>
      new Response('<html>Welcome to the hotel</html>', { headers: { 'content-type': 'text/html' } });
    stubFetch({ '/api/home.recent': page });
    await api.home.recent.query().catch(() => {});
    expect(texts()).toEqual([expect.stringMatching(/^Something on your network answered/u)]);
  });

  it('shows one toast when nothing answers', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')));
    await api.home.recent.query().catch(() => {});
    expect(texts()).toEqual(['The server cannot be reached.']);
    expect(shown.mock.calls[0]?.[1]).toMatchObject({ id: 'unreachable' });
  });
});
