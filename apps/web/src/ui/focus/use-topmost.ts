import { useEffect, useSyncExternalStore } from 'react';

/** The dialogs that are open, the innermost last. */
let open: readonly object[] = [];
const watchers = new Set<() => void>();
function set(next: readonly object[]): void {
  open = next;
  for (const tell of watchers) tell();
}
function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => void watchers.delete(tell);
}

/**
 * Whether a dialog has no other one above it. Each of Mantine's listens to the whole window, so Escape would close a
 * question and with it what asked it: only the topmost may hear it.
 * @param dialog made once by whoever shows it, so that it is known again
 */
export function useTopmost(dialog: object, opened: boolean): boolean {
  useEffect(() => {
    if (!opened) return;
    set([...open, dialog]);
    // The key that closes this one is not yet through with those below.
    return () => void setTimeout(() => set(open.filter((each) => each !== dialog)));
  }, [dialog, opened]);
  return useSyncExternalStore(watch, () => open.at(-1) === dialog || !open.includes(dialog));
}
