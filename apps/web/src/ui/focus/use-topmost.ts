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
 * Whether a dialog is the topmost one. Each of Mantine's listens to the whole window, so Escape would close a
 * confirmation and the dialog below: only the topmost may handle it.
 * @param dialog a stable object that identifies it
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
