import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadProfile } from '../../entities/session/profile.ts';
import { request } from '../../lib/request.ts';
import { resetSession, useSession } from '../../lib/session/session.ts';
import { toast } from '../../lib/toasts.ts';
import { json, stubFetch, success } from '../../testing/fetch.ts';
import { renderApp } from '../../testing/render.tsx';
import { SignInFlow } from './SignInFlow.tsx';

const user = {
  id: 7,
  name: 'Ada',
  avatar: '',
  email: 'ada@example.com',
  language: null,
  teams: [],
  currentTeamId: null,
};
const setting = {
  webDomain: '',
  mailDelivery: 'mail',
  registration: 'invitation',
  setupCodeRequired: false,
  version: '1',
};
const oidc = (id: string) => ({
  id,
  name: `Provider ${id}`,
  icon: 'key',
  authorizeUrl: `${location.origin}/api/oauth/${id}/start`,
});
const wrongCode = () => json({ code: 40010, msg: 'wrong', data: null, params: {} }, 400);

beforeEach(() => {
  localStorage.clear();
  resetSession();
});

afterEach(() => vi.unstubAllGlobals());

async function open(
  answers: Record<string, () => Response>,
  mode: 'login' | 'register' = 'login',
  settings: object = {},
) {
  const fetch = stubFetch({
    '/api/system/setting': () => success({ ...setting, ...settings }),
    '/api/oauth/support': () => success([]),
    '/api/user/sendEmailCode': () => success({ delivery: 'mail' }),
    ...answers,
  });
  const routes = [
    { path: '/login', element: <SignInFlow mode={mode} /> },
    { path: '*', element: <p>inside</p> },
  ];
  const initialEntries = [{ pathname: '/login', state: { returnTo: '/s/a' } }];
  const router = createMemoryRouter(routes, { initialEntries });
  await act(async () => void renderApp(<RouterProvider router={router} />));
  return { fetch, router };
}

function fill(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

async function askForCode() {
  fill('Email', 'Ada@Example.com ');
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'Enter your code' });
}

async function enter(code: string) {
  const first = screen.getByLabelText('Digit 1 of the code');
  await act(async () => {
    fireEvent.paste(first, { clipboardData: { getData: () => code } });
  });
}

function bodyOf(fetch: ReturnType<typeof stubFetch>, path: string): unknown {
  const call = fetch.mock.calls.find(([url]) => url === path);
  return JSON.parse(String(call?.[1]?.body ?? 'null'));
}

describe('after a session ended', () => {
  const ended = (code: number) => json({ code, msg: 'x', data: null }, 401);

  it('explains why, until somebody signs in', async () => {
    stubFetch({ '/api/user/profile': () => ended(40103) });
    await loadProfile();
    const { router } = await open({ '/api/user/login': () => success({ token: 'a.b.c', user }) });
    expect(screen.getByText('Your account has been suspended. Contact a team administrator.')).toBeTruthy();
    await askForCode();
    await enter('123456');
    await screen.findByText('inside');
    act(() => resetSession());
    await act(async () => router.navigate('/login'));
    await screen.findByLabelText('Email');
    expect(screen.queryByText(/suspended/)).toBeNull();
  });

  it('explains why where a call was the first to fail, and says nothing to newcomers', async () => {
    vi.spyOn(toast, 'error').mockReturnValue('id');
    stubFetch({ '/api/x': () => ended(40101) });
    await expect(request('GET', '/api/x')).rejects.toThrow();
    await open({});
    expect(screen.getByText('You were signed out from another of your devices.')).toBeTruthy();
    cleanup();
    stubFetch({ '/api/user/profile': () => ended(40100) });
    await loadProfile();
    await open({});
    expect(screen.queryByText(/signed out from another/)).toBeNull();
  });
});

describe('C33: sign-in methods', () => {
  it('C33: without third parties there is only the email field', async () => {
    await open({});
    expect(screen.queryByText(/Continue with/)).toBeNull();
    expect(screen.getByLabelText('Email')).toBeTruthy();
  });

  it('C33: each third party has a button, which returns to the requested page', async () => {
    await open({ '/api/oauth/support': () => success([oidc('one'), oidc('two')]) });
    const links = await screen.findAllByRole('link', { name: /Continue with Provider/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `${location.origin}/api/oauth/one/start?returnTo=%2Fs%2Fa`,
      `${location.origin}/api/oauth/two/start?returnTo=%2Fs%2Fa`,
    ]);
  });
});

describe('signing in by code', () => {
  it('sends the code, accepts six pasted digits, and opens the requested page', async () => {
    const { fetch } = await open({ '/api/user/login': () => success({ token: 'a.b.c', user }) });
    await askForCode();
    expect(bodyOf(fetch, '/api/user/sendEmailCode')).toEqual({ email: 'ada@example.com', language: 'en' });
    await enter('123456');
    expect(await screen.findByText('inside')).toBeTruthy();
    expect(bodyOf(fetch, '/api/user/login')).toEqual({ email: 'ada@example.com', code: '123456' });
    expect(useSession.getState().user.id).toBe(7);
    // The page lives by its cookie.
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('C10: a wrong code is reported inline, with the remaining tries, and ends after five', async () => {
    await open({ '/api/user/login': wrongCode });
    await askForCode();
    for (const left of ['4 attempts left', '3 attempts left', '2 attempts left', '1 attempt left']) {
      await enter('000000');
      expect(await screen.findByText(new RegExp(left))).toBeTruthy();
    }
    await enter('000000');
    expect(await screen.findByText(/no longer works/)).toBeTruthy();
    expect(screen.getByText('Resend code')).toBeTruthy();
    expect(screen.queryByText(/Login expired/)).toBeNull();
  });

  it('offers a new code after a while', async () => {
    const { fetch } = await open({});
    await askForCode();
    expect(screen.getByText('Resend code in 30 s')).toBeTruthy();
    const later = Date.now() + 31_000;
    vi.spyOn(Date, 'now').mockImplementation(() => later);
    const again = await screen.findByText('Resend code', {}, { timeout: 3_000 });
    vi.mocked(Date.now).mockRestore();
    fireEvent.click(again);
    await waitFor(() =>
      expect(fetch.mock.calls.filter(([url]) => url === '/api/user/sendEmailCode')).toHaveLength(2),
    );
  });

  it('accepts an earlier code when no more are sent', async () => {
    const tooMany = { code: 42901, msg: 'limit', data: null, params: { minutes: 9 } };
    const { fetch } = await open({
      '/api/user/sendEmailCode': () => json(tooMany, 429),
      '/api/user/login': () => success({ token: 'a.b.c', user }),
    });
    await askForCode();
    expect(screen.getByRole('alert').textContent).not.toBe('');
    await enter('123456');
    expect(await screen.findByText('inside')).toBeTruthy();
    expect(bodyOf(fetch, '/api/user/login')).toEqual({ email: 'ada@example.com', code: '123456' });
  });

  it('says that the code is in the server log when the server says so', async () => {
    await open({ '/api/user/sendEmailCode': () => success({ delivery: 'console' }) });
    await askForCode();
    expect(screen.getByText(/can find the code in the server log/)).toBeTruthy();
  });

  it.each(['mail', 'console'])('does not reveal by %s whether an address has a code', async (delivery) => {
    await open({ '/api/user/sendEmailCode': () => success({ delivery }) });
    await askForCode();
    const words = screen.getByText('ada@example.com').parentElement?.textContent;
    expect(words).toMatch(/^If ada@example\.com can sign in here, /);
  });

  it('refuses an invalid address before asking the server', async () => {
    const { fetch } = await open({});
    fill('Email', 'nobody');
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByText('Enter an email address.')).toBeTruthy();
    expect(bodyOf(fetch, '/api/user/sendEmailCode')).toBeNull();
  });

  it('asks a newcomer for a name and goes on with the same code', async () => {
    const { fetch } = await open({
      '/api/user/login': () => json({ code: 40013, msg: 'no account', data: null }, 400),
      '/api/user/register': () => success({ token: 'a.b.c', user }),
    });
    await askForCode();
    await enter('123456');
    await screen.findByRole('heading', { name: 'What’s your name?' });
    fill('Your name', 'Ada');
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('inside')).toBeTruthy();
    expect(bodyOf(fetch, '/api/user/register')).toEqual({
      email: 'ada@example.com',
      code: '123456',
      name: 'Ada',
    });
  });
});

describe('the first account', () => {
  it('is created on the sign-in page, with the set-up code where needed', async () => {
    const { fetch } = await open({ '/api/user/register': () => success({ token: 'a.b.c', user }) }, 'login', {
      registration: 'first',
      setupCodeRequired: true,
    });
    await screen.findByRole('heading', { name: 'Set up Tandem' });
    fill('Your name', 'Ada');
    fill('Set-up code', ' abc-def ');
    await askForCode();
    await enter('123456');
    expect(await screen.findByText('inside')).toBeTruthy();
    expect(bodyOf(fetch, '/api/user/register')).toEqual({
      email: 'ada@example.com',
      code: '123456',
      name: 'Ada',
      setupCode: 'abc-def',
    });
  });
});
