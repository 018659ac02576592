import { fileIdOf } from '@tandem/shared/file/schema';
import { type FilePart, textOf } from '@tandem/shared/message/parts';
import type { SendMessage } from '@tandem/shared/message/schema';
import { isUnreachable } from '../../lib/errors.ts';
import type { MessageState, MessageStore, OutboxEntry } from './store.ts';

export interface SendOptions extends Pick<SendMessage, 'modelId' | 'drawing' | 'steer' | 'mentions'> {
  /** Uploads that go along. */
  files?: readonly FilePart[];
  /** Nobody is to answer it, so it waits for nothing. */
  alone?: boolean;
}

/** A message as it is kept while it is not known to have arrived. */
export interface KeptEntry extends Pick<SendMessage, 'text' | 'modelId' | 'drawing' | 'mentions'> {
  clientKey: string;
  files?: readonly FilePart[];
  /** When it was last on its way, in milliseconds since 1970; null when that failed. */
  sentAt: number | null;
}

/** Where unsent words outlive the page. */
export interface OutboxStorage {
  load(channelId: string): Promise<KeptEntry[]>;
  save(channelId: string, entries: KeptEntry[]): void;
}

/** A message that was on its way when the page closed is sent again by itself within this time, in milliseconds. */
const RESEND_MS = 60_000;

export interface Outbox {
  /** Shows the message at once and sends it behind those already on their way. */
  send(text: string, options?: SendOptions): void;
  /** Sends a failed message again; the server knows it by its key, so it is never stored twice. */
  retry(clientKey: string): void;
  /** Sends again, in order, what failed only because nothing answered. */
  resume(): void;
  /** Gives up a failed message. @returns its words and files */
  discard(clientKey: string): { text: string; files: readonly FilePart[] };
}

/** Sends the messages of one channel, one after the other, and keeps those that failed. */
export function createOutbox(store: MessageStore, storage: OutboxStorage, newKey: () => string): Outbox {
  const { state, port, channelId } = store;
  let line: Promise<void> = Promise.resolve();

  function change(outbox: readonly OutboxEntry[]): void {
    state.setState({ outbox });
    storage.save(
      channelId,
      outbox.map(({ clientKey, text, files, modelId, drawing, mentions, status }) => ({
        clientKey,
        text,
        ...(files && { files }),
        ...(modelId && { modelId }),
        ...(drawing && { drawing }),
        ...(mentions && { mentions }),
        sentAt: status === 'sending' ? Date.now() : null,
      })),
    );
  }

  function update(clientKey: string, values: Partial<OutboxEntry>): void {
    change(
      state
        .getState()
        .outbox.map((entry) => (entry.clientKey === clientKey ? { ...entry, ...values } : entry)),
    );
  }

  function remove(clientKey: string): void {
    change(state.getState().outbox.filter((entry) => entry.clientKey !== clientKey));
  }

  async function deliver(clientKey: string): Promise<void> {
    const entry = state.getState().outbox.find((candidate) => candidate.clientKey === clientKey);
    if (!entry) return;
    const { text, files, modelId, drawing, steer, mentions } = entry;
    const fileIds = files?.flatMap(({ url }) => fileIdOf(url) ?? []);
    try {
      const answer = await port.send({
        channelId,
        text,
        clientKey,
        ...(fileIds && { fileIds }),
        ...(modelId && { modelId }),
        ...(drawing && { drawing }),
        ...(steer && { steer }),
        ...(mentions && { mentions }),
      });
      store.apply(answer);
      remove(clientKey);
    } catch (error) {
      update(clientKey, { status: 'failed', error });
    }
  }

  function enqueue(clientKey: string): void {
    line = line.then(() => deliver(clientKey));
  }

  void storage.load(channelId).then((kept) => {
    const present = new Set(state.getState().outbox.map((entry) => entry.clientKey));
    const missed = kept.filter((entry) => !present.has(entry.clientKey));
    if (missed.length === 0) return;
    const entries = missed.map(({ sentAt, ...entry }): OutboxEntry => {
      const onItsWay = sentAt !== null && Date.now() - sentAt < RESEND_MS;
      return { ...entry, status: onItsWay ? 'sending' : 'failed', error: null, after: 0 };
    });
    state.setState({ outbox: [...entries, ...state.getState().outbox] });
    for (const entry of entries) if (entry.status === 'sending') enqueue(entry.clientKey);
  });

  function retry(clientKey: string): void {
    update(clientKey, { status: 'sending', error: null });
    enqueue(clientKey);
  }

  return {
    send(text, options = {}) {
      const clientKey = newKey();
      const entry: OutboxEntry = {
        clientKey,
        text,
        ...options,
        status: 'sending',
        error: null,
        after: store.revision(),
      };
      change([...state.getState().outbox, entry]);
      // Whoever sends wants to see it.
      store.jumpToEnd();
      enqueue(clientKey);
    },
    retry,
    resume() {
      for (const { clientKey, status, error } of state.getState().outbox)
        if (status === 'failed' && isUnreachable(error)) retry(clientKey);
    },
    discard(clientKey) {
      const entry = state.getState().outbox.find((candidate) => candidate.clientKey === clientKey);
      remove(clientKey);
      return { text: entry?.text ?? '', files: entry?.files ?? [] };
    },
  };
}

/**
 * The entries that are not yet on the path or in the queue. News of a message may overtake the answer to its
 * sending; the words and their author tell then that it has come.
 */
export function unseenOutbox(
  { outbox, order, messages, queue }: Pick<MessageState, 'outbox' | 'order' | 'messages' | 'queue'>,
  userId: number,
): readonly OutboxEntry[] {
  if (outbox.every((entry) => entry.status === 'failed')) return outbox;
  const arrived: { text: string; revision: number }[] = [];
  const first = Math.min(...outbox.map((entry) => entry.after));
  for (let i = order.length - 1; i >= 0; i--) {
    const message = messages.get(order[i] as string);
    if (!message || message.revision <= first) break;
    if (message.author?.id === userId)
      arrived.push({ text: textOf(message.parts), revision: message.revision });
  }
  for (const entry of queue) {
    if (entry.author.id === userId) arrived.push({ text: entry.text, revision: Number.POSITIVE_INFINITY });
  }
  return outbox.filter((entry) => {
    if (entry.status === 'failed') return true;
    const match = arrived.findIndex((copy) => copy.text === entry.text && copy.revision > entry.after);
    if (match < 0) return true;
    arrived.splice(match, 1);
    return false;
  });
}
