import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import type { FilePart } from '@tandem/shared/message/parts';
import type { Message, MessageChange, QueuedMessage, SendMessage } from '@tandem/shared/message/schema';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isGone, isUnreachable } from '../../lib/errors.ts';
import { MessageLog } from './log.ts';
import type { MessagePort } from './port.ts';

/** Deltas are shown this often, in milliseconds: one render for many tokens. */
const BATCH_MS = 50;
/** A gap that lasts this long is closed by loading the newest page, in milliseconds. */
const GAP_PATIENCE_MS = 1_500;
/** Pause before a subscription that ended with an error is opened again, in milliseconds. */
const REOPEN_MS = 3_000;
const PAGE_SIZE = 40;

/** `gone`: there is no such channel, or it may no longer be seen. */
export type Phase = 'loading' | 'ready' | 'failed' | 'gone';

export interface MessageState {
  phase: Phase;
  /** False from leaving the channel until the server has sent the changes after a return. */
  isCurrent: boolean;
  /** Why loading failed. */
  error: unknown;
  /** Ids on the active path, oldest first. Replaced only when the path changes. */
  order: readonly string[];
  /** The same map for the store's whole life; its entries are replaced when they change. */
  messages: ReadonlyMap<string, Message>;
  hasMore: boolean;
  older: 'idle' | 'loading' | 'failed';
  queue: readonly QueuedMessage[];
  runningId: string | null;
  /** Messages that this browser has sent or tried to send, until the server's copy is shown. */
  outbox: readonly OutboxEntry[];
  /** People who have the channel open or are typing, including the reader; null until the server has sent them. */
  people: PeopleEvent | null;
  /** The reader's position when the channel was loaded, by `seq`; null: never opened. */
  lastReadSeq: number | null;
  /** The reader has marked something as unread: seeing the end does not count as reading until they leave. */
  heldUnread: boolean;
  /** The own message that is being rewritten in place. */
  editing: string | null;
  /** Rises when the reader should be brought to the end, because of something they did. */
  jumps: number;
}

/** A message on its way. `failed` keeps the words until they are sent again or given up. */
export interface OutboxEntry
  extends Pick<SendMessage, 'text' | 'modelId' | 'drawing' | 'workspace' | 'steer' | 'mentions'> {
  clientKey: string;
  files?: readonly FilePart[];
  /** No assistant will answer it, so it does not wait in the queue behind a running answer. */
  alone?: boolean;
  status: 'sending' | 'failed';
  error: unknown;
  /** Channel revision when it was written: its stored copy is newer. */
  after: number;
}

export type PeopleEvent = Extract<ChannelLiveEvent, { type: 'people' }>;
/** News of the runs, files, setting and schedules of an agent's channel. */
export type AgentEvent = Extract<
  ChannelLiveEvent,
  { type: 'runs' | 'agentFiles' | 'agentSetting' | 'schedules' }
>;
type DeltaEvent = Extract<ChannelLiveEvent, { type: 'delta' }>;

export interface MessageStore {
  readonly channelId: string;
  readonly state: StoreApi<MessageState>;
  readonly port: MessagePort;
  /** Channel revision up to which everything is known. */
  revision(): number;
  /** Loads and follows the channel as long as anyone holds it open. @returns lets go */
  open(): () => void;
  /** Listens to the news of an agent's channel while it is followed. @returns stops listening */
  hearAgent(listener: (event: AgentEvent) => void): () => void;
  /** Loads the page before the oldest message held; does nothing while one is on its way. */
  loadOlder(limit?: number): Promise<void>;
  /** Loads the newest page again after a failure. */
  reload(): void;
  /** Loads again what failed to load only because nothing answered. */
  resume(): void;
  /** Applies the response to a mutation. */
  apply(answer: MessageChange): void;
  /** Brings the reader to the end of the messages. */
  jumpToEnd(): void;
  /** Treats a channel that was just created as loaded and empty, so that it can be written in at once. */
  startEmpty(): void;
}

export function createMessageStore(channelId: string, port: MessagePort): MessageStore {
  const log = new MessageLog();
  const state = createStore<MessageState>(() => ({
    phase: 'loading',
    isCurrent: false,
    error: null,
    order: log.order,
    messages: log.messages,
    hasMore: false,
    older: 'idle',
    queue: log.queue,
    runningId: null,
    outbox: [],
    people: null,
    lastReadSeq: null,
    heldUnread: false,
    editing: null,
    jumps: 0,
  }));

  const agentListeners = new Set<(event: AgentEvent) => void>();
  let holders = 0;
  let loading = false;
  let unwatch: (() => void) | null = null;
  let pending: DeltaEvent[] = [];
  let batchTimer: ReturnType<typeof setTimeout> | undefined;
  let gapTimer: ReturnType<typeof setTimeout> | undefined;
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;

  function publish(more: Partial<MessageState> = {}): void {
    const { order, queue, hasMore, runningId } = log;
    state.setState({ order, queue, hasMore, runningId, ...more });
    if (!log.hasGap) {
      clearTimeout(gapTimer);
      gapTimer = undefined;
    } else gapTimer ??= setTimeout(() => void closeGap(), GAP_PATIENCE_MS);
  }

  async function closeGap(): Promise<void> {
    gapTimer = undefined;
    if (!log.hasGap || holders === 0) return;
    try {
      log.mergeNewest(await port.list({ channelId, limit: PAGE_SIZE }));
    } catch {
      // Still waiting: the next event or the next try closes it.
    }
    publish();
  }

  async function load(): Promise<void> {
    if (loading) return;
    loading = true;
    try {
      const newest = await port.list({ channelId, limit: PAGE_SIZE });
      log.showNewest(newest);
      publish({
        phase: 'ready',
        isCurrent: true,
        error: null,
        older: 'idle',
        lastReadSeq: newest.lastReadSeq,
      });
      watch();
    } catch (error) {
      state.setState({ phase: isGone(error) ? 'gone' : 'failed', error });
    } finally {
      loading = false;
    }
  }

  function watch(): void {
    if (holders === 0 || unwatch) return;
    unwatch = port.watch({ channelId, revision: log.revision }, { onEvent, onError });
  }

  function endWatch(): void {
    unwatch?.();
    unwatch = null;
    // Presence is unknown now.
    state.setState({ people: null });
    clearTimeout(reopenTimer);
    flush();
  }

  function onError(error: unknown): void {
    endWatch();
    if (isGone(error)) state.setState({ phase: 'gone', error });
    else reopenTimer = setTimeout(watch, REOPEN_MS);
  }

  function onEvent(event: ChannelLiveEvent): void {
    if (event.type === 'delta') {
      pending.push(event);
      batchTimer ??= setTimeout(flush, BATCH_MS);
      return;
    }
    flush();
    if (event.type === 'messages') {
      if (log.applyMessages(event)) void load();
      publish({ isCurrent: true, ...(event.reset && { phase: 'ready', older: 'idle' }) });
    } else if (event.type === 'queue') {
      log.applyQueue(event);
      publish();
    } else if (event.type === 'people') {
      state.setState({ people: event });
    } else if (event.type === 'gone') {
      endWatch();
      state.setState({ phase: 'gone' });
    } else for (const listener of agentListeners) listener(event);
  }

  function flush(): void {
    clearTimeout(batchTimer);
    batchTimer = undefined;
    if (pending.length === 0) return;
    const events = pending;
    pending = [];
    log.applyDeltas(events);
    publish();
  }

  function reload(): void {
    state.setState({ phase: 'loading', error: null });
    void load();
  }

  return {
    channelId,
    state,
    port,
    revision: () => log.revision,
    open() {
      holders++;
      const { phase } = state.getState();
      if (phase === 'ready') watch();
      else {
        state.setState({ phase: 'loading', error: null });
        void load();
      }
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        holders--;
        if (holders > 0) return;
        endWatch();
        state.setState({ isCurrent: false });
      };
    },
    hearAgent(listener) {
      agentListeners.add(listener);
      return () => agentListeners.delete(listener);
    },
    async loadOlder(limit = PAGE_SIZE) {
      const { hasMore, older, order } = state.getState();
      const oldest = log.messages.get(order[0] ?? '');
      if (!hasMore || older === 'loading' || !oldest) return;
      state.setState({ older: 'loading' });
      try {
        const page = await port.list({ channelId, before: oldest.seq, limit });
        // The list may have started over meanwhile; then this page no longer joins it.
        if (log.order[0] === oldest.id) log.addOlder(page);
        publish({ older: 'idle' });
      } catch {
        state.setState({ older: 'failed' });
      }
    },
    reload,
    resume() {
      const { phase, error, older } = state.getState();
      if (phase === 'failed' && isUnreachable(error)) reload();
      // The list asks for the page again when its place is near.
      else if (older === 'failed') state.setState({ older: 'idle' });
    },
    apply(answer) {
      flush();
      if (log.applyAnswer(answer)) void load();
      publish();
    },
    jumpToEnd() {
      state.setState({ jumps: state.getState().jumps + 1 });
    },
    startEmpty() {
      if (state.getState().phase !== 'ready') publish({ phase: 'ready', isCurrent: true });
    },
  };
}
