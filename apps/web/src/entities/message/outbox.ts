import { fileIdOf } from '@tandem/shared/file/schema';
import { type FilePart, textOf } from '@tandem/shared/message/parts';
import type { SendMessage } from '@tandem/shared/message/schema';
import { isUnreachable } from '../../lib/errors.ts';
import type { MessageState, MessageStore, OutboxEntry } from './store.ts';

export interface SendOptions
  extends Pick<SendMessage, 'modelId' | 'drawing' | 'workspace' | 'steer' | 'mentions'> {
  /** Uploads that go along. */
  files?: readonly FilePart[];
  /** No assistant will answer it, so it does not wait in the queue behind a running answer. */
  alone?: boolean;
}

/** An unsent message as storage keeps it until the server has acknowledged it. */
export interface KeptEntry
  extends Pick<SendMessage, 'text' | 'modelId' | 'drawing' | 'workspace' | 'mentions'> {
  clientKey: string;
  files?: readonly FilePart[];
  /** When it was last stored while being sent, in milliseconds since 1970; null if sending failed. */
  sentAt: number | null;
}

/** Storage in which unsent messages survive a reload. */
export interface OutboxStorage {
  load(channelId: string): Promise<KeptEntry[]>;
  save(channelId: string, entries: KeptEntry[]): void;
}

/**
 * A message that was being sent when the page closed is sent again automatically within this time, in
 * milliseconds.
 */
const RESEND_MS = 60_000;

export interface Outbox {
  /** Shows the message at once and sends it after those being sent. */
  send(text: string, options?: SendOptions): void;
  /** Sends a failed message again; the server knows it by its key, so it is never stored twice. */
  retry(clientKey: string): void;
  /** Sends again, in order, what failed only because nothing answered. */
  resume(): void;
  /**
   * Discards a failed message.
   * @returns its text and files
   */
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
      outbox.map(({ clientKey, text, files, modelId, drawing, workspace, mentions, status }) => ({
        clientKey,
        text,
        ...(files && { files }),
        ...(modelId && { modelId }),
        ...(drawing && { drawing }),
        ...(workspace && { workspace }),
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
    const { text, files, modelId, drawing, workspace, steer, mentions } = entry;
    const fileIds = files?.flatMap(({ url }) => fileIdOf(url) ?? []);
    try {
      const answer = await port.send({
        channelId,
        text,
        clientKey,
        ...(fileIds && { fileIds }),
        ...(modelId && { modelId }),
        ...(drawing && { drawing }),
        ...(workspace && { workspace }),
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
      // The sender wants to see the message.
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
 * Returns the entries that are not yet shown on the path or in the queue. The live event of a message may arrive before
 * the response to its sending, and carries no client key: until then the same text by the same author stands for it.
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
