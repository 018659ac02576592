import type { MessageState, MessageStore } from './store.ts';

/** Messages of one page on the way to one further up. */
const PAGE_SIZE = 100;
/** Pages loaded on the way at most: further back, reading up there would not be for long. */
const MAX_PAGES = 60;

/** Result of a jump to a message; `gone`: it is not on the path, `far`: too many pages away. */
export type Arrival = 'here' | 'gone' | 'far' | 'failed';

/**
 * Loads older pages until a message is loaded. The loaded messages stay contiguous up to the newest one, so
 * that everything that follows the channel keeps working.
 * @returns null when `signal` aborted it
 */
export async function bringIn(
  store: MessageStore,
  messageId: string,
  signal: AbortSignal,
): Promise<Arrival | null> {
  for (let page = 0; page <= MAX_PAGES; page++) {
    await settled(store, signal);
    if (signal.aborted) return null;
    const { messages, hasMore, older } = store.state.getState();
    if (messages.has(messageId)) return 'here';
    if (older === 'failed' && page > 0) return 'failed';
    if (!hasMore) return 'gone';
    if (page < MAX_PAGES) await store.loadOlder(PAGE_SIZE);
  }
  return 'far';
}

/** Waits until no page is loading and the messages since the last visit have arrived. */
function settled(store: MessageStore, signal: AbortSignal): Promise<void> {
  const isSettled = ({ phase, isCurrent, older }: MessageState) =>
    phase === 'ready' ? isCurrent && older !== 'loading' : phase !== 'loading';
  return new Promise((resolve) => {
    if (signal.aborted || isSettled(store.state.getState())) return resolve();
    const stop = store.state.subscribe((state) => {
      if (isSettled(state)) end();
    });
    const end = () => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
  });
}
