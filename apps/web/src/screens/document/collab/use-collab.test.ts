import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyUser, resetSession, useSession } from '../../../lib/session/session.ts';
import { useCollab } from './use-collab.ts';

/** Longer than any wait before a socket is opened again, in milliseconds. */
const LONG_MS = 60_000;

const sockets: FakeSocket[] = [];

/** A socket to a server that turns everybody away. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  binaryType = '';

  constructor() {
    super();
    sockets.push(this);
  }

  send() {}

  close() {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent('close', { code: 4401 }));
  }
}

describe('useCollab', () => {
  beforeEach(() => {
    sockets.length = 0;
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    vi.useFakeTimers();
    useSession.setState({ user: { ...emptyUser, id: 7 }, phase: 'known', leaving: false });
  });
  afterEach(() => {
    cleanup();
    resetSession();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const openOne = (documentId: string) => renderHook(() => useCollab(documentId, 7, 0));

  it('reconnects by a new socket while its person is signed in', async () => {
    openOne('kept');
    sockets[0]?.close();
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('opens no socket after its person left, even with changes pending', async () => {
    const { result } = openOne('left');
    result.current?.fragment.insert(0, []);
    result.current?.state.setState({ unsaved: true });
    useSession.setState({ leaving: true });
    sockets[0]?.close();
    cleanup();
    resetSession();
    const before = sockets.length;
    useSession.setState({ user: { ...emptyUser, id: 8 }, leaving: false });
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(sockets.length).toBe(before);
    expect(before).toBe(1);
  });

  it('reconnects where the session could not be ended', async () => {
    openOne('stayed');
    useSession.setState({ leaving: true });
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(sockets).toHaveLength(1);
    useSession.setState({ leaving: false });
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('stays away where the server had rejected it before', async () => {
    const { result } = openOne('refused');
    result.current?.provider.configuration.websocketProvider.disconnect();
    await vi.advanceTimersByTimeAsync(LONG_MS);
    const before = sockets.length;
    useSession.setState({ leaving: true });
    useSession.setState({ leaving: false });
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(sockets).toHaveLength(before);
  });
});
