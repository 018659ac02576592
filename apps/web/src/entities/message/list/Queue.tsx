import type { QueuedMessage } from '@tandem/shared/message/schema';
import { lazyPart, usePreloadWhenIdle } from '../../../ui/page/lazy-part.tsx';
import { useConversation, useMessages } from '../context.ts';
import { unseenOutbox } from '../outbox.ts';
import type { OutboxEntry } from '../store.ts';

const list = lazyPart('queue-list', () => import('./QueueList.tsx'), [], null);

/** Messages that wait for the running answer to end. */
export interface Waiting {
  queue: readonly QueuedMessage[];
  /** Own ones that are still on their way to the server. */
  coming: readonly OutboxEntry[];
}

/** The waiting messages, while there are any. */
export function Queue({ onSendNow }: { onSendNow(): void }) {
  const waiting = useWaiting();
  usePreloadWhenIdle(list);
  if (waiting.queue.length + waiting.coming.length === 0) return null;
  return <list.Part {...waiting} onSendNow={onSendNow} />;
}

function useWaiting(): Waiting {
  const { store, userId } = useConversation();
  const queue = useMessages((state) => state.queue);
  const outbox = useMessages((state) => state.outbox);
  const order = useMessages((state) => state.order);
  const running = useMessages((state) => state.runningId !== null);
  const { messages } = store.state.getState();
  const coming = running
    ? unseenOutbox({ outbox, order, messages, queue }, userId).filter(
        (entry) => entry.status === 'sending' && !entry.steer && !entry.alone,
      )
    : [];
  return { queue, coming };
}
