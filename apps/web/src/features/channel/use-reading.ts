import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { MessageStore } from '../../entities/message/store.ts';
import { showRead, useWorkspace } from '../../entities/workspace/store.ts';
import { api } from '../../lib/trpc.ts';

/** New messages are gathered this long before they are reported as read, in milliseconds. */
const GATHER_MS = 800;

/** The report that was sent last. */
let reporting: Promise<unknown> = Promise.resolve();

/** Resolves when no read report is in flight, so that a later change is applied after it. */
export async function reportsArrived(): Promise<void> {
  await reporting;
}

/** Counts a channel as read while its reader sees the end of it. */
export function useReading(store: MessageStore, seesEnd: boolean): void {
  const { channelId } = store;
  const lastSeq = useStore(store.state, ({ order, messages }) => messages.get(order.at(-1) ?? '')?.seq ?? 0);

  const heldUnread = useStore(store.state, (state) => state.heldUnread);

  useEffect(() => {
    useWorkspace.setState({ openChannelId: channelId });
    return () => {
      if (useWorkspace.getState().openChannelId === channelId) useWorkspace.setState({ openChannelId: null });
      // From the next visit on, messages count as read again.
      store.state.setState({ heldUnread: false });
    };
  }, [channelId, store]);

  useEffect(() => {
    if (!seesEnd || heldUnread || lastSeq === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = () => {
      timer = undefined;
      store.state.setState({ lastReadSeq: lastSeq });
      // A lost report is made good by the next one.
      reporting = api.channel.markRead
        .mutate({ channelId, seq: lastSeq }, { context: { silent: true } })
        .catch(() => {});
    };
    const report = () => {
      if (document.visibilityState !== 'visible') return;
      showRead(channelId);
      timer ??= setTimeout(send, GATHER_MS);
    };
    report();
    document.addEventListener('visibilitychange', report);
    return () => {
      document.removeEventListener('visibilitychange', report);
      if (timer === undefined) return;
      clearTimeout(timer);
      // On leaving, the last seen message is reported; a newer message's report covers both.
      if (useWorkspace.getState().openChannelId !== channelId) send();
    };
  }, [channelId, store, lastSeq, seesEnd, heldUnread]);
}
