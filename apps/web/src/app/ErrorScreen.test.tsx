import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import i18n from 'i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useConnection } from '../entities/live/connection.ts';
import { ChunkLoadError } from '../lib/chunk.ts';
import { RequestError } from '../lib/errors.ts';
import { holdWork } from '../lib/held-work.ts';
import { json, stubFetch, success } from '../testing/fetch.ts';
import { renderApp } from '../testing/render.tsx';
import { App } from './App.tsx';
import { useFailure, watchUnhandled } from './failure.ts';
import { ScreenBoundary } from './ScreenBoundary.tsx';

let failing = true;

function Fragile() {
  if (failing) throw new Error('The part broke');
  return <p>all is well</p>;
}

function open() {
  const routes = [
    {
      path: '/',
      element: (
        <ScreenBoundary>
          <Fragile />
        </ScreenBoundary>
      ),
    },
  ];
  return createMemoryRouter(routes);
}

beforeEach(() => {
  failing = true;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  useFailure.getState().clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('C5: the error screen', () => {
  it('C5: says what happened, reports it, and mounts the part again on Retry', async () => {
    const fetch = stubFetch({ '/api/report': () => success(null) });
    renderApp(<RouterProvider router={open()} />);
    expect(await screen.findByRole('heading', { name: 'Something Went Wrong' })).toBeTruthy();
    expect(screen.getByText(/team has been notified/)).toBeTruthy();
    const details = screen.getByText('View Technical Details').closest('details');
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain('The part broke');
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    const [path, init] = fetch.mock.calls[0] ?? [];
    expect([path, init?.method]).toEqual(['/api/report', 'POST']);
    expect(JSON.parse(String(init?.body))).toMatchObject({ message: 'The part broke', path: '/' });
    failing = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('all is well')).toBeTruthy();
  });

  it('C5: does not claim to have reported an error when reporting failed', async () => {
    stubFetch({ '/api/report': () => json({}, 503) });
    useFailure.setState({ error: new Error(`Only once ${Math.random()}`) });
    const { createBrowserRouter } = await import('react-router');
    renderApp(<App router={createBrowserRouter([{ path: '*', element: <p>fine</p> }])} />);
    expect(await screen.findByText(/could not be notified/)).toBeTruthy();
  });

  it('C5: also appears for window errors and rejections that nobody handles', async () => {
    stubFetch({ '/api/report': () => success(null) });
    const { createBrowserRouter } = await import('react-router');
    const stop = watchUnhandled(window);
    renderApp(<App router={createBrowserRouter([{ path: '*', element: <p>fine</p> }])} />);
    expect(await screen.findByText('fine')).toBeTruthy();
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('In a timer'), message: 'In a timer' }));
    expect(await screen.findByRole('heading', { name: 'Something Went Wrong' })).toBeTruthy();
    expect(screen.getByText('In a timer')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('fine')).toBeTruthy();
    reject(new Error('A promise'));
    expect(await screen.findByText('A promise')).toBeTruthy();
    stop();
  });

  it('C5: does not appear for an error already shown, or a harmless one', () => {
    const stop = watchUnhandled(window);
    reject(new RequestError(400, { code: 7, msg: 'No.' }));
    window.dispatchEvent(
      new ErrorEvent('error', {
        error: null,
        message: 'ResizeObserver loop completed with undelivered notifications.',
      }),
    );
    window.dispatchEvent(new ErrorEvent('error', { error: null, message: 'Script error.' }));
    expect(useFailure.getState().error).toBeNull();
    stop();
  });

  it('says that the server is away where a part could not be loaded, and reloads once it is back', async () => {
    stubFetch({ '/api/report': () => json({}, 503) });
    const reload = vi.fn();
    vi.stubGlobal('location', { pathname: '/', reload });
    const Late = () => {
      throw new ChunkLoadError('late');
    };
    const element = (
      <ScreenBoundary>
        <Late />
      </ScreenBoundary>
    );
    renderApp(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
    expect(await screen.findByText(/opens as soon as the server can be reached/)).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
    act(() => useConnection.setState(({ returns }) => ({ returns: returns + 1 })));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('does not reload by itself while work is held', async () => {
    stubFetch({ '/api/report': () => json({}, 503) });
    const reload = vi.fn();
    vi.stubGlobal('location', { pathname: '/', reload });
    let isHeld = true;
    holdWork(() => isHeld);
    const Late = () => {
      throw new ChunkLoadError('late, with work');
    };
    const element = (
      <ScreenBoundary>
        <Late />
      </ScreenBoundary>
    );
    renderApp(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
    expect(await screen.findByText(/Some of your work is not stored yet/)).toBeTruthy();
    act(() => useConnection.setState(({ returns }) => ({ returns: returns + 1 })));
    expect(reload).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(reload).toHaveBeenCalledOnce();
    // Once it is stored, nothing keeps the page from coming back.
    isHeld = false;
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2), 10_000);
  });

  it('C5: says it in the reader’s language once its words are there', async () => {
    stubFetch({ '/api/report': () => success(null) });
    renderApp(<RouterProvider router={open()} />);
    expect(await screen.findByRole('heading', { name: 'Something Went Wrong' })).toBeTruthy();
    i18n.addResource('zh-CN', 'common', 'failure.title', '出错了');
    await act(() => i18n.changeLanguage('zh-CN'));
    expect(screen.getByRole('heading').textContent).toBe('出错了');
    await act(() => i18n.changeLanguage('en'));
  });
});

function reject(reason: unknown): void {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}
