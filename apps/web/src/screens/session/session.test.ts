import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadProfile } from '../../entities/session/profile.ts';
import { signOut } from '../../entities/session/sign-out.ts';
import { queryClient } from '../../lib/query-client.ts';
import { storeBearer } from '../../lib/session/bearer.ts';
import { currentTeamOf, emptyUser, useSession } from '../../lib/session/session.ts';
import { toast } from '../../lib/toasts.ts';
import { json, stubFetch, success } from '../../testing/fetch.ts';

const teams = [
  { teamId: 't1', name: 'One', role: 'owner', logo: '', theme: null },
  { teamId: 't2', name: 'Two', role: 'member', logo: '', theme: null },
];
const ada = {
  id: 7,
  name: 'Ada',
  avatar: '',
  email: 'ada@example.com',
  language: null,
  preference: { mail: { mention: true, share: true, turn: false } },
  teams,
  currentTeamId: 't2',
};

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ user: emptyUser, phase: 'loading', failure: null, leaving: false });
});

afterEach(() => vi.unstubAllGlobals());

describe('C11: the session', () => {
  it('C11: is empty at first', () => {
    expect(useSession.getState().user).toEqual({
      id: 0,
      name: '',
      avatar: '',
      email: '',
      language: null,
      preference: { mail: { mention: true, share: true, turn: false } },
      teams: [],
      currentTeamId: null,
    });
  });

  it('C11: the current team is the one whose teamId is currentTeamId', () => {
    expect(currentTeamOf(ada)).toBe(teams[1]);
    expect(currentTeamOf({ ...ada, currentTeamId: 'other' })).toBeUndefined();
    expect(currentTeamOf(emptyUser)).toBeUndefined();
  });

  it('C11: signing out resets it, and forgets what was loaded', async () => {
    stubFetch({ '/api/user/profile': () => success(ada), '/api/user/logout': () => success(null) });
    await loadProfile();
    await storeBearer('a.b.c');
    queryClient.setQueryData(['x'], 1);
    expect(useSession.getState()).toMatchObject({ user: ada, phase: 'known' });
    await signOut();
    expect(useSession.getState()).toMatchObject({ user: emptyUser, phase: 'known' });
    expect(queryClient.getQueryData(['x'])).toBeUndefined();
    expect(localStorage.getItem('token')).toBeNull();
    // The next person to sign in is not redirected to the page that this person left.
    expect(useSession.getState().leaving).toBe(true);
  });

  it('C11: signing out that fails leaves the session as it was', async () => {
    vi.spyOn(toast, 'error').mockReturnValue('id');
    stubFetch({ '/api/user/profile': () => success(ada), '/api/user/logout': () => json({}, 503) });
    await loadProfile();
    await expect(signOut()).rejects.toThrow('HTTP error! status: 503');
    expect(useSession.getState()).toMatchObject({ user: ada, leaving: false });
  });

  it('C9: a rejected profile means that nobody is signed in', async () => {
    stubFetch({ '/api/user/profile': () => json({ code: 40100, msg: 'Please sign in.' }, 401) });
    await loadProfile();
    expect(useSession.getState()).toMatchObject({ user: emptyUser, phase: 'known' });
  });

  it('keeps the known person while the server cannot tell', async () => {
    stubFetch({ '/api/user/profile': () => success(ada) });
    await loadProfile();
    stubFetch({ '/api/user/profile': () => json({}, 503) });
    await loadProfile();
    expect(useSession.getState()).toMatchObject({ user: ada, phase: 'known' });
  });

  it('does not treat a failing server as a signed-out person', async () => {
    stubFetch({ '/api/user/profile': () => json({}, 503) });
    await loadProfile();
    expect(useSession.getState().phase).toBe('failed');
  });
});
