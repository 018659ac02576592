import type { Collab } from '../../collab/collab.ts';

/** How long the editor may take to read an input method's text, in milliseconds. */
const READ_MS = 50;

/**
 * Suspends searches while an input method composes: its letters are not yet the intended text, and a menu
 * without results for them would close for good. After composing, a query that is still there is searched.
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
