import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportLive, reportUnreachable, useConnection, useConnectionNotice } from './connection.ts';

let answers: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  answers = true;
  vi.stubGlobal('fetch', async () => {
    if (!answers) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
  useConnection.setState({ live: true, network: true, reachable: true, returns: 0 });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('waits for a server that has answered, although the browser reports no network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { result } = renderHook(() => useConnectionNotice());
  await pass(1_000);
  expect(result.current).toBeNull();
  answers = false;
  act(() => {
    reportLive(false);
    reportUnreachable();
  });
  await pass(6_000);
  expect(result.current).toBe('reconnecting');
  answers = true;
  act(() => reportLive(true));
  await pass(3_000);
  expect(result.current).toBeNull();
});

it('reports no network when the server does not answer either', async () => {
  const { result } = renderHook(() => useConnectionNotice());
  answers = false;
  act(() => void window.dispatchEvent(new Event('offline')));
  await pass(6_000);
  expect(result.current).toBe('offline');
});
