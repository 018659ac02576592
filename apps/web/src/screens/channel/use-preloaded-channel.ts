import { useEffect } from 'react';

/** The channel's screen is fetched this long after its caller appeared, in milliseconds. */
const PRELOAD_MS = 400;

const fetchScreen = () => import('./ChannelScreen.tsx');

/** Fetches the code of a channel's screen, which the first message sent from here leads to. */
export function usePreloadedChannel(): void {
  useEffect(() => {
    const timer = setTimeout(() => void fetchScreen().catch(() => {}), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
}
