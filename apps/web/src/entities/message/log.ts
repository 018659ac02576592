import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import { applyPartChange, type PartChange } from '@tandem/shared/message/parts';
import type { Message, MessageChange, MessagePage, QueuedMessage } from '@tandem/shared/message/schema';

type MessagesEvent = Extract<ChannelLiveEvent, { type: 'messages' }>;
type DeltaEvent = Extract<ChannelLiveEvent, { type: 'delta' }>;
type QueueEvent = Extract<ChannelLiveEvent, { type: 'queue' }>;

/** Most changes kept for a message whose earlier ones have not come; a snapshot is newer than any dropped. */
const MAX_WAITING = 2_000;

/**
 * The loaded end of one channel's path. Pages, events and answers may arrive in any order and more than once:
 * each message is guarded by its revision, and a running one's growth by its `n`.
 *
 * `order` is replaced when the path changes and only then; a message is replaced when it changes. Readers
 * compare identities, so the growth of one message touches nothing else, whatever the length of the list.
 */
export class MessageLog {
  order: readonly string[] = [];
  readonly messages: Map<string, Message> = new Map();
  queue: readonly QueuedMessage[] = [];
  hasMore = false;
  revision = 0;
  #queueRevision = -1;
  /** Revision at which a message left the path, so that a late event does not bring it back. */
  readonly #removedAt = new Map<string, number>();
  /** Changes that came before their predecessors: by message, then by `n`. */
  readonly #waiting = new Map<string, Map<number, PartChange[]>>();

  /** Whether growth was received that cannot be shown until a snapshot comes. */
  get hasGap(): boolean {
    return this.#waiting.size > 0;
  }

  /** The message that is being written now, if any. */
  get runningId(): string | null {
    for (let i = this.order.length - 1; i >= 0; i--) {
      const id = this.order[i] as string;
      if (this.messages.get(id)?.status === 'running') return id;
    }
    return null;
  }

  /** Starts over with the newest page, keeping the identity of what did not change. */
  showNewest(page: MessagePage): void {
    this.#startOver(page.list, page.hasMore);
    this.#takeQueue(page.queue, page.revision);
    this.revision = page.revision;
  }

  /** Refreshes the loaded messages from the newest page without dropping older pages; used to close a gap. */
  mergeNewest(page: MessagePage): void {
    this.#takeQueue(page.queue, page.revision);
    this.revision = Math.max(this.revision, page.revision);
    this.#upsert(page.list);
    // A snapshot is as new as anything that waited for it: what still waits cannot be placed.
    this.#waiting.clear();
  }

  /** Puts an older page before the loaded ones. */
  addOlder(page: MessagePage): void {
    this.hasMore = page.hasMore;
    const added = page.list.filter((message) => !this.messages.has(message.id) && !this.#isRemoved(message));
    for (const message of added) this.messages.set(message.id, message);
    if (added.length > 0) this.order = [...added.map((message) => message.id), ...this.order];
  }

  /** @returns whether the newest page must be loaded again, because the path turned off above it */
  applyMessages(event: MessagesEvent): boolean {
    const turned = this.#change(event);
    this.revision = Math.max(this.revision, event.revision);
    return turned;
  }

  /**
   * Applies a mutation's answer, which may come before or after the event that tells the same. It never moves
   * the revision from which a reader reconnects.
   * @returns whether the newest page must be loaded again
   */
  applyAnswer(answer: MessageChange): boolean {
    if (answer.revision <= this.revision) return false;
    this.#takeQueue(answer.queue, answer.revision);
    return this.#change(answer);
  }

  applyQueue(event: QueueEvent): void {
    this.#takeQueue(event.queue, event.revision);
  }

  /** Applies changes in order of `n`; early ones wait for their predecessors or a snapshot. */
  applyDeltas(events: readonly DeltaEvent[]): void {
    const touched = new Set<string>();
    for (const { messageId, n, changes } of events) {
      const held = this.messages.get(messageId);
      if (held && n <= held.n) continue;
      let waiting = this.#waiting.get(messageId);
      if (!waiting) {
        waiting = new Map();
        this.#waiting.set(messageId, waiting);
      }
      if (waiting.size < MAX_WAITING) waiting.set(n, changes);
      touched.add(messageId);
    }
    for (const id of touched) this.#catchUp(id);
  }

  #change(change: MessagesEvent | MessageChange): boolean {
    if (change.reset) {
      this.#startOver(change.messages, change.hasMore ?? false);
      return false;
    }
    const hadMessages = this.order.length > 0;
    this.#remove(change.removed, change.revision);
    if (hadMessages && this.order.length === 0 && this.hasMore) return true;
    this.#upsert(change.messages);
    return false;
  }

  #startOver(messages: readonly Message[], hasMore: boolean): void {
    const held = new Map(this.messages);
    this.messages.clear();
    this.#removedAt.clear();
    this.hasMore = hasMore;
    for (const message of messages) {
      const before = held.get(message.id);
      this.messages.set(message.id, before ? newerOf(before, message) : message);
    }
    this.order = messages.map((message) => message.id);
    for (const id of [...this.#waiting.keys()]) this.#catchUp(id);
  }

  #takeQueue(queue: readonly QueuedMessage[], revision: number): void {
    if (revision < this.#queueRevision) return;
    this.#queueRevision = revision;
    if (queue.length > 0 || this.queue.length > 0) this.queue = queue;
  }

  #isRemoved(message: Message): boolean {
    const removedAt = this.#removedAt.get(message.id);
    return removedAt !== undefined && message.revision <= removedAt;
  }

  #remove(ids: readonly string[], revision: number): void {
    const gone = new Set<string>();
    for (const id of ids) {
      const held = this.messages.get(id);
      if (held && held.revision > revision) continue;
      this.#removedAt.set(id, Math.max(revision, this.#removedAt.get(id) ?? 0));
      this.#waiting.delete(id);
      if (this.messages.delete(id)) gone.add(id);
    }
    if (gone.size > 0) this.order = this.order.filter((id) => !gone.has(id));
  }

  #upsert(messages: readonly Message[]): void {
    const added: Message[] = [];
    let moved = false;
    const oldest = this.messages.get(this.order[0] ?? '');
    for (const message of messages) {
      if (this.#isRemoved(message)) continue;
      const held = this.messages.get(message.id);
      if (held) {
        const newer = newerOf(held, message);
        if (newer.seq !== held.seq) moved = true;
        this.messages.set(message.id, newer);
      } else {
        // Above the loaded window: it comes with its page.
        if (this.hasMore && oldest && message.seq < oldest.seq) continue;
        this.#removedAt.delete(message.id);
        this.messages.set(message.id, message);
        added.push(message);
      }
      this.#catchUp(message.id);
    }
    if (added.length > 0 || moved) this.#reorder(added);
  }

  #reorder(added: readonly Message[]): void {
    const order = [...this.order, ...added.map((message) => message.id)];
    const seqOf = (id: string) => this.messages.get(id)?.seq ?? 0;
    this.order = order.sort((a, b) => seqOf(a) - seqOf(b));
  }

  #catchUp(id: string): void {
    const waiting = this.#waiting.get(id);
    const held = this.messages.get(id);
    if (!waiting || !held) return;
    let { n, parts } = held;
    // A finished one may be continued; its growth then waits for the news of that.
    if (held.status !== 'running') {
      for (const key of waiting.keys()) if (key <= n) waiting.delete(key);
      if (waiting.size === 0) this.#waiting.delete(id);
      return;
    }
    for (let changes = waiting.get(n + 1); changes; changes = waiting.get(n + 1)) {
      for (const change of changes) parts = applyPartChange(parts, change);
      n++;
    }
    for (const key of waiting.keys()) if (key <= n) waiting.delete(key);
    if (waiting.size === 0) this.#waiting.delete(id);
    if (n > held.n) this.messages.set(id, { ...held, n, parts });
  }
}

/**
 * Which of two copies of a message to show. Saving a running message does not raise its revision, so there
 * the longer one wins, and a newer copy keeps the text that its reader has already seen.
 */
export function newerOf(held: Message, next: Message): Message {
  if (next.revision < held.revision) return held;
  if (next.status === 'running' && held.status === 'running' && next.turnId === held.turnId) {
    if (next.revision === held.revision) return next.n > held.n ? next : held;
    if (held.n > next.n) return { ...next, n: held.n, parts: held.parts };
  }
  if (next.revision === held.revision && next.status === held.status && next.n === held.n) return held;
  return next;
}
