import type { MessageStore } from '../../entities/message/store.ts';
import { showUnread } from '../../entities/workspace/store.ts';
import { api } from '../../lib/trpc.ts';
import { reportsArrived } from './use-reading.ts';

/**
 * Marks everything from a message on as unread until the reader comes back.
 * @throws the call's error, which the caller shows
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
