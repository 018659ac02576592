import type { Message } from '@tandem/shared/message/schema';
import type { Model } from '@tandem/shared/provider/schema';
import { type ComponentType, createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Candidate } from './composer/mentions.ts';
import type { Outbox } from './outbox.ts';
import type { MessageState, MessageStore } from './store.ts';

/** Shared by all parts of an open channel's conversation. The value is stable while the channel is. */
export interface Conversation {
  store: MessageStore;
  outbox: Outbox;
  /** Id of the signed-in person. */
  userId: number;
  /** Whether this person may write here at all. */
  canSend: boolean;
  /** The channel can no longer be changed, whatever abilities its messages carried when they were loaded. */
  archived: boolean;
  /** Whether they may switch the path that everyone sees. */
  canSelect: boolean;
  /** The known candidates for mentions. */
  candidates(): readonly Candidate[];
  /** Creates a new channel from the conversation up to a message; absent: this person may not. */
  fork?: ((messageId: string) => Promise<void>) | undefined;
  /** Counts everything from a message on as unread. */
  markUnread(messageId: string): Promise<void>;
  /** Chat models that an answer can be written with again. */
  models: readonly Model[];
}

/** What shows the parts of an answer instead of the common way; null for that. */
export const AnswerBodyContext = createContext<ComponentType<{ message: Message }> | null>(null);

/** What says more about a question, above its words; null for nothing. */
export const QuestionNoteContext = createContext<ComponentType<{ message: Message }> | null>(null);

export const ConversationContext = createContext<Conversation | null>(null);

/** @throws Error outside an open channel */
export function useConversation(): Conversation {
  const conversation = useContext(ConversationContext);
  if (!conversation) throw new Error('There is no conversation around this component.');
  return conversation;
}

/** Reads from the open channel's store; renders again only when the selected value changes. */
export function useMessages<T>(select: (state: MessageState) => T): T {
  return useStore(useConversation().store.state, select);
}
