import { act, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyUser, resetSession, useSession } from '../lib/session/session.ts';
import { stubFetch, success } from '../testing/fetch.ts';
import { renderApp } from '../testing/render.tsx';
import { lazyPart } from '../ui/page/lazy-part.tsx';
import { RouteError } from './RouteError.tsx';
import { buildRoutes } from './router.tsx';

function Place({ name }: { name: string }) {
  const { pathname, state } = useLocation();
  return (
    <p>
      {name} {pathname} {JSON.stringify(state)}
    </p>
  );
}

vi.mock('../screens/home/HomeScreen.tsx', () => ({ default: () => <Place name="home" /> }));
vi.mock('../screens/app/AppScreen.tsx', () => ({ default: () => <Place name="app" /> }));
vi.mock('../screens/channel/ChannelScreen.tsx', () => ({ default: () => <Place name="channel" /> }));
vi.mock('../screens/assistant/AssistantScreen.tsx', () => ({ default: () => <Place name="assistant" /> }));
vi.mock('../screens/session/LoginScreen.tsx', () => ({ default: () => <Place name="login" /> }));
vi.mock('../screens/session/RegisterScreen.tsx', () => ({ default: () => <Place name="register" /> }));
vi.mock('./layouts/MainLayout.tsx', async () => {
  const { Outlet } = await import('react-router');
  return { default: Outlet };
});

function open(path: string) {
  const router = createMemoryRouter(buildRoutes(), { initialEntries: [path] });
  renderApp(<RouterProvider router={router} />);
  return router;
}

function signIn() {
  useSession.setState({ user: { ...emptyUser, id: 1, name: 'Ada' }, phase: 'known' });
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  resetSession();
  stubFetch({ '/api/user/profile': () => success({}) });
});

describe('routes', () => {
  it('C2: / leads to /home', async () => {
    signIn();
    const router = open('/');
    expect(await screen.findByText(/^home \/home/)).toBeTruthy();
    // Going back from there leads to the page before, not to / and here again.
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it.each(['/nowhere', '/a/b/c', '/admin/license', '/meeting/a'])(
    'C2: %s shows the not-found page while there is no such screen',
    async (path) => {
      open(path);
      expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    },
  );

  it.each([
    ['/s/a', 'app /s/a'],
    ['/s/a/c/x', 'channel /s/a/c/x'],
    ['/assistant', 'assistant /assistant'],
  ])('opens %s', async (path, text) => {
    signIn();
    open(path);
    expect(await screen.findByText(new RegExp(`^${text}`))).toBeTruthy();
  });
});

describe('C9: the session', () => {
  it.each(['/home', '/s/a/c/x?y=1'])(
    'C9: without one %s leads to /login, and back after it',
    async (path) => {
      open(path);
      expect(await screen.findByText(`login /login ${JSON.stringify({ returnTo: path })}`)).toBeTruthy();
    },
  );

  it.each([
    ['/login', 'login'],
    ['/register', 'register'],
  ])('C9: %s stays open', async (path, name) => {
    const router = open(path);
    expect(await screen.findByText(`${name} ${path} null`)).toBeTruthy();
    expect(router.state.location.pathname).toBe(path);
  });

  it('C9: nobody is redirected while the profile is loading', async () => {
    useSession.setState({ phase: 'loading' });
    const router = open('/home');
    expect(await screen.findByText('Loading...')).toBeTruthy();
    signIn();
    expect(await screen.findByText(/^home/)).toBeTruthy();
    expect(router.state.location.pathname).toBe('/home');
  });

  it('says so when the server cannot tell who is signed in', async () => {
    useSession.setState({ phase: 'failed', failure: new TypeError('x') });
    const router = open('/home');
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/home');
  });
});

describe('C1: a lazily loaded part', () => {
  it('C1: shows "Loading..." meanwhile', async () => {
    let arrive = (_module: { default: () => string }) => {};
    const { Part } = lazyPart(
      'slow',
      () => new Promise<{ default: () => string }>((done) => (arrive = done)),
    );
    await act(async () => void renderApp(<Part />));
    expect(screen.getByText('Loading...').textContent).toBe('Loading...');
    await act(async () => arrive({ default: () => 'arrived' }));
    expect(screen.queryByText('Loading...')).toBeNull();
    expect(screen.getByText('arrived')).toBeTruthy();
  });
});

describe('C28: errors of the router', () => {
  it.each([
    [404, '404 Not Found'],
    [405, '405 Method Not Allowed'],
    [400, '400 Bad Request'],
    [418, 'Unexpected Application Error'],
  ])('C28: a response with status %i is "%s"', async (status, title) => {
    const routes = [
      {
        path: '/',
        loader() {
          throw new Response('', { status });
        },
        errorElement: <RouteError />,
      },
    ];
    renderApp(<RouterProvider router={createMemoryRouter(routes)} />);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it('C28: anything else thrown is an Unexpected Application Error', async () => {
    const routes = [
      {
        path: '/',
        loader() {
          throw new Error('odd');
        },
        errorElement: <RouteError />,
      },
    ];
    renderApp(<RouterProvider router={createMemoryRouter(routes)} />);
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error' })).toBeTruthy();
  });
});
