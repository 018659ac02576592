import { useEffect } from 'react';
import { useStore } from 'zustand';
import { reportUnreachable, useConnection } from '../../entities/live/connection.ts';
import type { OpenChannel } from '../../entities/message/open.ts';
import { isUnreachable } from '../../lib/errors.ts';
import { unreachableIsSaidHere } from '../../lib/failure-toasts.ts';
import { retryUnreached } from '../../lib/query-client.ts';

/** Tries again, whenever the connection is back, what the open channel got no answer to: loading and sending. */
export function useResume({ store, outbox }: OpenChannel): void {
  const returns = useConnection((state) => state.returns);
  const unanswered = useStore(
    store.state,
    (state) => isUnreachable(state.error) || state.outbox.some(({ error }) => isUnreachable(error)),
  );

  // The page shows the state itself, in the notice and in the place of the messages.
  useEffect(unreachableIsSaidHere, []);

  useEffect(() => {
    if (unanswered) reportUnreachable();
  }, [unanswered]);

  useEffect(() => {
    store.resume();
    outbox.resume();
    if (returns > 0) retryUnreached();
  }, [returns, store, outbox]);
}
