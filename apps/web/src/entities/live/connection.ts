import { useEffect, useState } from 'react';
import { create } from 'zustand';

/** A break of the socket shorter than this is not worth a word, in milliseconds. */
const PATIENCE_MS = 2_500;
/** Milliseconds after the browser went offline until the server is checked anyway. */
const BLIP_MS = 500;
/** While nothing answers, the server is asked this often whether it does again, in milliseconds. */
const PROBE_MS = 2_000;
/** How long it may take to answer that, in milliseconds. */
const PROBE_PATIENCE_MS = 3_000;

interface Connection {
  /** Whether the page's live socket is connected or not needed. */
  live: boolean;
  /** Whether there is a network, as the browser reports it, unless the server answered anyway. */
  network: boolean;
  /** Whether the server is known to answer; an open socket proves nothing once the network is gone. */
  reachable: boolean;
  /** How often the connection has come back. Each time, what got no answer is worth another try. */
  returns: number;
}

export const useConnection = create<Connection>(() => ({
  live: true,
  network: true,
  reachable: true,
  returns: 0,
}));

function change(values: Partial<Connection>, isReturn: boolean): void {
  useConnection.setState(({ returns }) => ({ ...values, ...(isReturn && { returns: returns + 1 }) }));
}

/** Called by the subscription that is open on every screen. */
export function reportLive(live: boolean): void {
  // A socket that opened is proof, whatever the browser says of its network.
  if (useConnection.getState().live !== live) change({ live, ...(live && { network: true }) }, live);
}

async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_PATIENCE_MS),
    });
    // An answer that is not read keeps its connection.
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** A new round number makes the result of a probe in flight ignored. */
let round = 0;

function endProbes(): void {
  clearTimeout(timer);
  timer = undefined;
  round++;
}

function probeIn(ms: number): void {
  endProbes();
  const current = round;
  timer = setTimeout(async () => {
    const reachable = await serverAnswers();
    if (current !== round) return;
    // A server on this machine answers without a network: the browser's word then tells nothing about it.
    change(
      { reachable, ...(reachable && { network: true }) },
      reachable && !useConnection.getState().reachable,
    );
    if (!reachable || !navigator.onLine) probeIn(PROBE_MS);
    else timer = undefined;
  }, ms);
}

/** Called when a call got no answer: the server is probed until it answers, and that counts as a return. */
export function reportUnreachable(): void {
  useConnection.setState({ reachable: false });
  if (timer === undefined) probeIn(PROBE_MS);
}

/**
 * Follows the browser's online state.
 * @returns a function that ends it
 */
function watchNetwork(): () => void {
  const offline = () => {
    useConnection.setState({ network: false });
    probeIn(BLIP_MS);
  };
  const online = () => {
    endProbes();
    change({ network: true, reachable: true }, true);
  };
  if (!navigator.onLine) offline();
  else {
    useConnection.setState({ network: true });
    // The state may have changed while another screen was open.
    if (!useConnection.getState().reachable) probeIn(0);
  }
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  return () => {
    endProbes();
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
  };
}

/** The connection notice: none while the connection works, or until the socket has been down for a while. */
export function useConnectionNotice(): 'offline' | 'reconnecting' | null {
  const network = useConnection((state) => state.network);
  const reachable = useConnection((state) => state.reachable);
  const live = useConnection((state) => state.live);
  const broken = !(live && reachable);
  const [late, setLate] = useState(false);

  useEffect(watchNetwork, []);

  useEffect(() => {
    if (!broken) return setLate(false);
    const patience = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(patience);
  }, [broken]);

  // Without a network, and without an answer, there is nothing to wait for.
  if (!network && !reachable) return 'offline';
  if (!broken || !late) return null;
  return network ? 'reconnecting' : 'offline';
}
