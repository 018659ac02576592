import type { Drawing } from '@tandem/shared/image/schema';
import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import type { MentionInput, MessageChange, MessagePage, SendResult } from '@tandem/shared/message/schema';

/** What the store of a channel's messages needs from the server. Answers reject with the API's error. */
export interface MessagePort {
  list(input: { channelId: string; before?: number; limit?: number }): Promise<MessagePage>;
  send(input: {
    channelId: string;
    text: string;
    mentions?: MentionInput[];
    clientKey: string;
    modelId?: string;
    drawing?: Drawing;
    steer?: boolean;
  }): Promise<SendResult>;
  stop(input: { channelId: string }): Promise<unknown>;
  edit(input: {
    channelId: string;
    messageId: string;
    text: string;
    mentions?: MentionInput[];
    clientKey: string;
  }): Promise<MessageChange>;
  regenerate(input: {
    channelId: string;
    messageId: string;
    modelId?: string;
    clientKey: string;
  }): Promise<MessageChange>;
  continue(input: { channelId: string; messageId: string }): Promise<MessageChange>;
  decideTool(input: {
    channelId: string;
    messageId: string;
    toolCallId: string;
    approve: boolean;
    input?: Record<string, unknown>;
    shown?: Record<string, unknown>;
  }): Promise<unknown>;
  select(input: { channelId: string; messageId: string }): Promise<MessageChange>;
  react(input: { channelId: string; messageId: string; emoji: string; on: boolean }): Promise<MessageChange>;
  editQueued(input: {
    channelId: string;
    queuedId: string;
    text: string;
    mentions?: MentionInput[];
  }): Promise<MessageChange>;
  removeQueued(input: { channelId: string; queuedId: string }): Promise<MessageChange>;
  /** Follows a channel from `revision` on, reconnecting by itself, until the returned function is called. */
  watch(
    input: { channelId: string; revision: number },
    listener: { onEvent(event: ChannelLiveEvent): void; onError(error: unknown): void },
  ): () => void;
}
