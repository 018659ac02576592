import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { headersOf, json, stubFetch, success } from '../testing/fetch.ts';
import { RequestError } from './errors.ts';
import { request } from './request.ts';
import { storeBearer } from './session/bearer.ts';
import { onSessionEnded } from './session/session-ended.ts';
import { toast } from './toasts.ts';
import { setHostedBearer, setWebDomain } from './web-domain.ts';

let shown: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  localStorage.clear();
  shown = vi.spyOn(toast, 'error').mockImplementation((_text, options) => options?.id ?? 'new');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  setWebDomain('');
  setHostedBearer(null);
});

function texts(): unknown[] {
  return shown.mock.calls.map(([text]: unknown[]) => text);
}

async function failure(answer: () => Response, verb: 'GET' | 'POST' = 'GET'): Promise<unknown> {
  stubFetch({ '/api/x': answer });
  return request(verb, '/api/x').catch((error: unknown) => error);
}

describe('answers', () => {
  it('C13: an envelope with code 0 gives its data', async () => {
    stubFetch({ '/api/x': () => success({ a: 1 }) });
    expect(await request('GET', '/api/x')).toEqual({ a: 1 });
  });

  it.each([500, 502, 503, 599])('C12: status %i shows only the status', async (status) => {
    const error = await failure(() => json({ code: 50000, msg: 'secrets of the server' }, status));
    expect(error).toHaveProperty('message', `HTTP error! status: ${status}`);
    expect(texts()).toEqual([`HTTP error! status: ${status}`]);
  });

  it.each(['', '<html>Bad gateway</html>'])(
    'C12: explains what the status of an outside answer means: “%s”',
    async (body) => {
      const headers = { 'content-type': 'text/html' };
      await failure(() => new Response(body, { status: 503, headers }));
      expect(texts()).toEqual([
        expect.stringMatching(/not available right now.*\(HTTP error! status: 503\)$/u),
      ]);
    },
  );

  it.each([400, 403, 499, 512])('C12: status %i shows its sentence', async (status) => {
    await failure(() => json({ code: 7, msg: 'Mail is not set up.' }, status));
    expect(texts()).toEqual(['Mail is not set up.']);
  });

  it('C14: a non-zero code throws the envelope and shows its msg', async () => {
    const error = await failure(() => json({ code: 7, msg: 'No.', data: { a: 1 } }));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: 7, msg: 'No.', data: { a: 1 } });
    expect(texts()).toEqual(['No.']);
  });

  it('C14: message is used where msg is missing', async () => {
    await failure(() => json({ code: 7, message: 'Because.' }));
    expect(texts()).toEqual(['Because.']);
  });

  it.each([{ code: 7 }, { code: 7, msg: '' }, 'no envelope'])('C14: %j is "Request failed"', async (body) => {
    await failure(() => json(body, 400));
    expect(texts()).toEqual(['Request failed']);
  });
});

describe('toasts', () => {
  it('C15: every failure shows one toast', async () => {
    await failure(() => json({ code: 7, msg: 'No.' }, 400));
    expect(shown).toHaveBeenCalledTimes(1);
  });

  it('C15: a silent call shows none, and still throws', async () => {
    stubFetch({ '/api/x': () => json({ code: 7, msg: 'No.' }, 400) });
    await expect(request('GET', '/api/x', { silent: true })).rejects.toMatchObject({ code: 7 });
    expect(shown).not.toHaveBeenCalled();
  });

  it('C16: a failed change whose message contains "limit" shows the sentence for limits instead', async () => {
    await failure(() => json({ code: 7, msg: 'Daily Limit reached' }, 429), 'POST');
    expect(texts()).toEqual(['Rate limit exceeded. Please try again later.']);
  });

  it('C16: reading keeps its own message', async () => {
    await failure(() => json({ code: 7, msg: 'Daily limit reached' }, 429), 'GET');
    expect(texts()).toEqual(['Daily limit reached']);
  });

  it('C10: a 401 says that the login expired, and ends the session', async () => {
    const ended = vi.fn();
    const stop = onSessionEnded(ended);
    await failure(() => json({ code: 40100, msg: 'Please sign in.' }, 401));
    expect(texts()).toEqual(['Login expired, please login again']);
    expect(ended).toHaveBeenCalledTimes(1);
    stop();
  });

  it('C10: so does a 401 of a call whose other failures are shown inline', async () => {
    const ended = vi.fn();
    const stop = onSessionEnded(ended);
    stubFetch({ '/api/x': () => json({ code: 40100, msg: 'Please sign in.' }, 401) });
    await request('GET', '/api/x', { silent: true }).catch(() => {});
    expect(texts()).toEqual(['Login expired, please login again']);
    expect(ended).toHaveBeenCalledTimes(1);
    stop();
  });

  it('C10: a call that needs no session does neither', async () => {
    const ended = vi.fn();
    const stop = onSessionEnded(ended);
    stubFetch({ '/api/x': () => json({ code: 40100, msg: 'Please sign in.' }, 401) });
    await request('GET', '/api/x', { guest: true }).catch(() => {});
    expect(shown).not.toHaveBeenCalled();
    expect(ended).not.toHaveBeenCalled();
    stop();
  });

  it('C16: a limit shows even when the call’s other failures are shown inline', async () => {
    stubFetch({ '/api/x': () => json({ code: 7, msg: 'The limit is reached' }, 429) });
    await request('POST', '/api/x', { silent: true }).catch(() => {});
    expect(texts()).toEqual(['Rate limit exceeded. Please try again later.']);
  });
});

describe('C17: the request wrapper', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'] as const)('C17: %s is sent as such', async (verb) => {
    const fetch = stubFetch({ '/api/x': () => success(null) });
    await request(verb, '/api/x');
    expect(fetch.mock.calls[0]?.[1]?.method).toBe(verb);
  });

  it('C17: a body goes as JSON', async () => {
    const fetch = stubFetch({ '/api/x': () => success(null) });
    await request('POST', '/api/x', { body: { a: [1] } });
    expect(headersOf(fetch).get('content-type')).toBe('application/json');
    expect(fetch.mock.calls[0]?.[1]?.body).toBe('{"a":[1]}');
  });

  it('C17: a form goes unchanged, without a JSON type', async () => {
    const fetch = stubFetch({ '/api/x': () => success(null) });
    const body = new FormData();
    body.set('file', 'x');
    await request('POST', '/api/x', { body });
    expect(headersOf(fetch).get('content-type')).toBeNull();
    expect(fetch.mock.calls[0]?.[1]?.body).toBe(body);
  });

  it('C17: empty parameters are left out, 0 and false are not', async () => {
    const fetch = stubFetch({ '/api/x': () => success(null) });
    await request('GET', '/api/x', { query: { a: undefined, b: null, c: '', d: 0, e: false, f: 'ä&' } });
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/x?d=0&e=false&f=%C3%A4%26');
  });

  it('C17: a stored token is sent as Bearer, and none otherwise', async () => {
    const fetch = stubFetch({ '/api/x': () => success(null) });
    await request('GET', '/api/x');
    await storeBearer('a.b.c');
    await request('GET', '/api/x');
    expect(headersOf(fetch, 0).get('authorization')).toBeNull();
    expect(headersOf(fetch, 1).get('authorization')).toBe('Bearer a.b.c');
  });
});

describe('C19: calls of the hosted site', () => {
  const hosted = ['/api/usage/list', '/api/pay', '/api/user/login'];

  it.each(hosted)('C19: %s goes to the web domain, by its own token and without cookies', async (path) => {
    const fetch = stubFetch({ [`https://hosted.example${path}`]: () => success(1) });
    setWebDomain('https://hosted.example');
    setHostedBearer('o.f.f');
    await storeBearer('local.token.kept');
    expect(await request('GET', path)).toBe(1);
    expect(headersOf(fetch).get('authorization')).toBe('Bearer o.f.f');
    expect(fetch.mock.calls[0]?.[1]?.credentials).toBe('omit');
  });

  it.each(hosted)('C19: %s goes to the page’s origin without a web domain', async (path) => {
    const fetch = stubFetch({ [path]: () => success(1) });
    await request('GET', path);
    expect(fetch.mock.calls[0]?.[0]).toBe(path);
  });

  it('C19: other calls always go to the page’s origin', async () => {
    const fetch = stubFetch({ '/api/user/profile': () => success(1) });
    setWebDomain('hosted.example');
    await request('GET', '/api/user/profile');
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/user/profile');
  });

  it('C19: a 401 of the hosted site does not end the session here', async () => {
    const ended = vi.fn();
    const stop = onSessionEnded(ended);
    stubFetch({ 'https://hosted.example/api/pay': () => json({ code: 40100 }, 401) });
    setWebDomain('hosted.example');
    await request('POST', '/api/pay').catch(() => {});
    expect(ended).not.toHaveBeenCalled();
    stop();
  });
});
