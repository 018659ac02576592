import { useEffect, useRef } from 'react';
import type { MessageStore } from '../../entities/message/store.ts';

/**
 * Opens a channel again that was closed to the reader, or deleted, when it comes back to their tree. That it still
 * stands there for a moment after it was closed is no return.
 * @param isGone whether the channel is shown as gone
 * @param isKnown whether the tree holds it
 */
export function useReturn(store: Pick<MessageStore, 'reload'>, isGone: boolean, isKnown: boolean): void {
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isGone) wasAway.current = false;
    else if (!isKnown) wasAway.current = true;
    else if (wasAway.current) store.reload();
  }, [store, isGone, isKnown]);
}
