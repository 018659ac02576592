import { act, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeOfficialUser, useOfficialUser } from '../features/official-user/store.ts';
import { resetSession, useSession } from '../lib/session/session.ts';
import { headersOf, json, stubFetch, success } from '../testing/fetch.ts';
import { renderApp } from '../testing/render.tsx';
import CallbackScreen from './CallbackScreen.tsx';

const ada = {
  id: 7,
  name: 'Ada',
  avatar: '',
  email: 'ada@example.com',
  language: null,
  teams: [],
  currentTeamId: null,
};
const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
const token = `${encode({ alg: 'HS256' })}.${encode({ token: 'in.n.er', name: 'Ada' })}.sig`;

beforeEach(() => {
  localStorage.clear();
  resetSession();
  takeOfficialUser(null);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete window.desktop;
});

async function open(search: string, profile: () => Response = () => success(ada)) {
  const fetch = stubFetch({ '/api/user/profile': profile });
  const router = createMemoryRouter(
    [
      { path: '/callback', element: <CallbackScreen /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [`/callback${search}`] },
  );
  await act(async () => void renderApp(<RouterProvider router={router} />));
  return { fetch, place: () => router.state.location.pathname };
}

describe('the callback of a third-party sign-in', () => {
  it('starts the session of the cookie and goes to the requested page', async () => {
    const { place } = await open('?returnTo=%2Fs%2Fa');
    expect(place()).toBe('/s/a');
    expect(useSession.getState().user.id).toBe(7);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
    'never redirects to %s',
    async (target) => {
      const { place } = await open(`?returnTo=${encodeURIComponent(target)}`);
      expect(place()).toBe('/home');
    },
  );

  it('redirects to the sign-in page when there is no session', async () => {
    const { place } = await open('', () => json({ code: 40100, msg: 'Please sign in.' }, 401));
    expect(place()).toBe('/login');
  });

  it('explains a failure by its error name', async () => {
    await open('?error=oauthFailed&provider=Example');
    expect(screen.getByText(/Signing in with Example failed/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toBeTruthy();
  });

  it('says little for a forged address', async () => {
    await open(`?error=constructor&provider=${'a'.repeat(500)}`);
    expect(screen.getByText(/failed. Please/).textContent?.length).toBeLessThan(140);
  });
});

describe('a token in the address', () => {
  it('is ignored in a browser', async () => {
    const { fetch } = await open(`?token=${token}`);
    expect(screen.getByRole('heading', { name: 'Sign-in failed' })).toBeTruthy();
    expect(fetch).not.toHaveBeenCalled();
    expect(useOfficialUser.getState().officialUser).toBeNull();
  });

  it('C23: signs in the official user in the desktop shell', async () => {
    const kept = new Map<string, unknown>();
    window.desktop = {
      storage: {
        get: async (key) => kept.get(key),
        set: async (key, value) => void kept.set(key, value),
        remove: async () => {},
      },
      onProtocolInvoked() {},
    };
    const { fetch, place } = await open(`?token=${token}`);
    expect(useOfficialUser.getState().officialUser).toMatchObject({ token: 'in.n.er', name: 'Ada' });
    expect(headersOf(fetch).get('authorization')).toBe('Bearer in.n.er');
    expect(kept.get('token')).toBe('in.n.er');
    expect(place()).toBe('/home');
  });
});
