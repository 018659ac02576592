import { useEffect, useRef } from 'react';
import type { MessageStore } from '../../entities/message/store.ts';

/**
 * Reopens a channel that was closed to the reader, or deleted, when it returns to their tree. A channel that
 * remains in the tree for a moment after it was closed has not returned.
 * @param isGone whether the channel is shown as gone
 * @param isKnown whether the tree has it
 */
export function useReturn(store: Pick<MessageStore, 'reload'>, isGone: boolean, isKnown: boolean): void {
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isGone) wasAway.current = false;
    else if (!isKnown) wasAway.current = true;
    else if (wasAway.current) store.reload();
  }, [store, isGone, isKnown]);
}
