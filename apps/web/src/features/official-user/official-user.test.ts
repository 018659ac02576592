import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readHostedBearer, setWebDomain } from '../../lib/web-domain.ts';
import { headersOf, json, stubFetch, success } from '../../testing/fetch.ts';
import { loadOfficialUser } from './load.ts';
import { handleProtocol, watchProtocol } from './protocol.ts';
import { takeOfficialUser, useOfficialUser } from './store.ts';

let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  localStorage.clear();
  takeOfficialUser(null);
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  setWebDomain('');
  delete window.desktop;
});

function tokenOf(payload: unknown): string {
  const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${encode({ alg: 'HS256' })}.${encode(payload)}.sig`;
}

const payload = { token: 'in.n.er', name: 'Ada' };
const url = (host: string) => `tandem://${host}?token=${encodeURIComponent(tokenOf(payload))}`;

describe('C23: protocol events', () => {
  it('C23: oauth_callback stores the payload as official user and passes its token on', async () => {
    const onToken = vi.fn();
    await handleProtocol(url('oauth_callback'), onToken);
    expect(useOfficialUser.getState().officialUser).toEqual(payload);
    expect(JSON.parse(localStorage.getItem('officialUser') ?? '')).toEqual(payload);
    expect(onToken).toHaveBeenCalledExactlyOnceWith('in.n.er');
  });

  it.each([url('other'), url('oauth_callback.evil'), 'tandem://oauth_callback', 'not a url'])(
    'C23: %s is ignored',
    async (event) => {
      const onToken = vi.fn();
      await handleProtocol(event, onToken);
      expect(onToken).not.toHaveBeenCalled();
      expect(useOfficialUser.getState().officialUser).toBeNull();
    },
  );

  it('C23: a malformed token is logged, and nothing is stored', async () => {
    const onToken = vi.fn();
    await handleProtocol('tandem://oauth_callback?token=a.b', onToken);
    expect(logged).toHaveBeenCalled();
    expect(localStorage.getItem('officialUser')).toBeNull();
    expect(onToken).not.toHaveBeenCalled();
  });

  it('C23: the desktop shell’s events arrive', async () => {
    const heard: { invoke?: (event: string) => void } = {};
    const kept = new Map<string, unknown>();
    window.desktop = {
      storage: {
        get: async (key) => kept.get(key),
        set: async (key, value) => void kept.set(key, value),
        remove: async () => {},
      },
      onProtocolInvoked(listener) {
        heard.invoke = listener;
      },
    };
    const onToken = vi.fn();
    watchProtocol(onToken);
    heard.invoke?.(url('oauth_callback'));
    await vi.waitFor(() => expect(onToken).toHaveBeenCalledWith('in.n.er'));
    expect(kept.get('officialUser')).toEqual(payload);
  });
});

describe('C24: the official user at start-up', () => {
  it('C24: the stored user is refreshed from the hosted site', async () => {
    localStorage.setItem('officialUser', JSON.stringify(payload));
    setWebDomain('https://hosted.example');
    const fetch = stubFetch({ 'https://hosted.example/api/user/profile': () => success({ name: 'Ada L.' }) });
    await loadOfficialUser();
    expect(useOfficialUser.getState().officialUser).toEqual({ token: 'in.n.er', name: 'Ada L.' });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(headersOf(fetch).get('authorization')).toBe('Bearer in.n.er');
    expect(readHostedBearer()).toBe('in.n.er');
  });

  it('C24: a failure is logged, and leaves no user', async () => {
    localStorage.setItem('officialUser', JSON.stringify(payload));
    setWebDomain('https://hosted.example');
    stubFetch({ 'https://hosted.example/api/user/profile': () => json({}, 500) });
    await loadOfficialUser();
    expect(useOfficialUser.getState().officialUser).toBeNull();
    expect(logged).toHaveBeenCalled();
  });

  it('C24: without a stored user nothing is requested', async () => {
    const fetch = stubFetch({});
    await loadOfficialUser();
    expect(fetch).not.toHaveBeenCalled();
    expect(useOfficialUser.getState().officialUser).toBeNull();
  });
});
