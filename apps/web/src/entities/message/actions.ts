import type { MentionInput, MessageChange } from '@tandem/shared/message/schema';
import { newId } from '../../lib/ids.ts';
import type { MessageStore } from './store.ts';

/** Applies the response to a change. The caller shows failures, beside the control that made the change. */
async function applied(store: MessageStore, change: Promise<MessageChange>): Promise<void> {
  store.apply(await change);
}

/** Rewrites an own message: the messages after it move to another branch, and it is answered again. */
export function editMessage(
  store: MessageStore,
  messageId: string,
  text: string,
  mentions: MentionInput[],
): Promise<void> {
  const { channelId, port } = store;
  return applied(store, port.edit({ channelId, messageId, text, mentions, clientKey: newId() }));
}

/** Adds a reaction, or removes it. */
export function reactTo(store: MessageStore, messageId: string, emoji: string, on: boolean): Promise<void> {
  const { channelId, port } = store;
  return applied(store, port.react({ channelId, messageId, emoji, on }));
}

/** Regenerates an answer, with another model if one is given. */
export function regenerateMessage(store: MessageStore, messageId: string, modelId?: string): Promise<void> {
  const { channelId, port } = store;
  const change = port.regenerate({ channelId, messageId, clientKey: newId(), ...(modelId && { modelId }) });
  return applied(store, change);
}

/** Decides about a tool's call that waits. What follows comes to everyone by the live events. */
export async function decideTool(
  store: MessageStore,
  decision: Omit<Parameters<MessageStore['port']['decideTool']>[0], 'channelId'>,
): Promise<void> {
  const { channelId, port } = store;
  await port.decideTool({ channelId, ...decision });
}

/** Continues an answer that ended early. */
export function continueMessage(store: MessageStore, messageId: string): Promise<void> {
  const { channelId, port } = store;
  return applied(store, port.continue({ channelId, messageId }));
}

/** Selects another alternative at this point, for everyone in the channel. */
export function selectMessage(store: MessageStore, messageId: string): Promise<void> {
  const { channelId, port } = store;
  return applied(store, port.select({ channelId, messageId }));
}

export function editQueued(
  store: MessageStore,
  queuedId: string,
  text: string,
  mentions: MentionInput[],
): Promise<void> {
  const { channelId, port } = store;
  return applied(store, port.editQueued({ channelId, queuedId, text, mentions }));
}

export function removeQueued(store: MessageStore, queuedId: string): Promise<void> {
  const { channelId, port } = store;
  return applied(store, port.removeQueued({ channelId, queuedId }));
}

/** Newest own message that may be rewritten, if any. */
export function lastEditable(store: MessageStore): string | null {
  const { order, messages } = store.state.getState();
  for (let i = order.length - 1; i >= 0; i--) {
    const id = order[i] as string;
    if (messages.get(id)?.abilities.edit) return id;
  }
  return null;
}
