import type { Collab } from '../../collab/collab.ts';

/** How long the editor may take to read what an input method left, in milliseconds. */
const READ_MS = 50;

/**
 * Looks for nothing while an input method composes: its letters are not yet the words that are meant, and a menu that
 * finds nothing for them would close for good. Once it is done, a query that still stands is looked for.
 */
export function afterComposing<T>(
  { state }: Pick<Collab, 'state'>,
  find: (query: string) => Promise<T>,
): (query: string) => Promise<T> {
  return async (query) => {
    if (state.getState().composing) await ended(state);
    return find(query);
  };
}

function ended(state: Collab['state']): Promise<void> {
  return new Promise((resolve) => {
    const stop = state.subscribe(({ composing }) => {
      if (composing) return;
      stop();
      setTimeout(resolve, READ_MS);
    });
  });
}
