import type { Model } from '@tandem/shared/provider/schema';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Outbox } from './outbox.ts';
import type { MessageState, MessageStore } from './store.ts';

/** What every part of an open channel's conversation works with. The value is stable while the channel is. */
export interface Conversation {
  store: MessageStore;
  outbox: Outbox;
  /** Id of the signed-in person. */
  userId: number;
  /** Whether this person may write here at all. */
  canSend: boolean;
  /** Whether they may switch the path that everyone sees. */
  canSelect: boolean;
  /** Chat models that an answer can be written with again. */
  models: readonly Model[];
}

export const ConversationContext = createContext<Conversation | null>(null);

/** @throws Error outside an open channel */
export function useConversation(): Conversation {
  const conversation = useContext(ConversationContext);
  if (!conversation) throw new Error('There is no conversation around this component.');
  return conversation;
}

/** Reads from the open channel's store; renders again only when what is selected changes. */
export function useMessages<T>(select: (state: MessageState) => T): T {
  return useStore(useConversation().store.state, select);
}
