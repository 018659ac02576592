import { useEffect, useState } from 'react';
import { create } from 'zustand';

/** A break shorter than this is not worth a word, in milliseconds. */
const PATIENCE_MS = 2_500;
/** Without a network the server is asked whether it answers all the same, this long after, in milliseconds. */
const PROBE_MS = 2_000;
/** How long it may take to answer that, in milliseconds. */
const PROBE_PATIENCE_MS = 3_000;

interface Connection {
  /** Whether the page's live socket is connected or not needed. */
  live: boolean;
  /** Whether the browser has a network at all. */
  network: boolean;
  /** Whether the server answers, as far as is known; an open socket tells nothing once the network is gone. */
  reachable: boolean;
}

export const useConnection = create<Connection>(() => ({ live: true, network: true, reachable: true }));

/** Told by the subscription that is open on every screen. */
export function reportLive(live: boolean): void {
  if (useConnection.getState().live !== live) useConnection.setState({ live });
}

/** Whether news arrive and calls get through, as far as is known. */
export function isConnected({ live, reachable }: Connection): boolean {
  return live && reachable;
}

async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_PATIENCE_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Follows the browser's word on its network. @returns ends that */
function watchNetwork(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const update = () => {
    const network = navigator.onLine;
    useConnection.setState(network ? { network, reachable: true } : { network });
    clearTimeout(timer);
    // A server on this machine answers without a network: what counts is whether it does.
    if (!network) timer = setTimeout(probe, PROBE_MS);
  };
  const probe = async () => {
    const reachable = await serverAnswers();
    if (stopped || navigator.onLine) return;
    useConnection.setState({ reachable });
    timer = setTimeout(probe, PROBE_MS);
  };
  update();
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  return () => {
    stopped = true;
    clearTimeout(timer);
    window.removeEventListener('online', update);
    window.removeEventListener('offline', update);
  };
}

/** What to say of the connection: nothing, until a break has lasted. */
export function useConnectionNotice(): 'offline' | 'reconnecting' | null {
  const network = useConnection((state) => state.network);
  const broken = useConnection((state) => !isConnected(state));
  const [late, setLate] = useState(false);

  useEffect(watchNetwork, []);

  useEffect(() => {
    if (!broken) return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [broken]);

  if (!broken || !late) return null;
  return network ? 'reconnecting' : 'offline';
}
