import type { MessageStore } from '../../entities/message/store.ts';
import { showUnread } from '../../entities/workspace/store.ts';
import { api } from '../../lib/trpc.ts';
import { reportsArrived } from './use-reading.ts';

/**
 * Has everything from a message on count as unread until the reader comes back.
 * @throws what the call does; its failure is the caller's to show
 */
export async function markUnreadFrom({ channelId, state }: MessageStore, messageId: string): Promise<void> {
  // Seeing the end meanwhile must not count.
  state.setState({ heldUnread: true });
  try {
    await reportsArrived();
    const { unread, lastReadSeq } = await api.channel.markUnread.mutate(
      { channelId, messageId },
      { context: { silent: true } },
    );
    state.setState({ lastReadSeq });
    showUnread(channelId, unread);
  } catch (error) {
    state.setState({ heldUnread: false });
    throw error;
  }
}
