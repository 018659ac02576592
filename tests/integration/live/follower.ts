import type { AppRouter } from '@tandem/api';
import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import { applyPartChange, textOf } from '@tandem/shared/message/parts';
import type { Message, MessageChange, QueuedMessage } from '@tandem/shared/message/schema';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import superjson from 'superjson';
import { WebSocket } from 'ws';

/** One page's socket, as a browser holds it. */
export interface LiveSocket {
  trpc: ReturnType<typeof createTRPCClient<AppRouter>>;
  /** Breaks the connection as a bad network does; it comes back by itself. */
  drop(): void;
  /** Stops taking what the server sends, as a page on a sleeping phone does. */
  pause(): void;
  resume(): void;
  /** Whether no connection is open now. */
  isClosed(): boolean;
  close(): Promise<void>;
}

/** Opens a socket for subscriptions as the holder of a token. */
export function openSocket(url: string, token: string): LiveSocket {
  const sockets = new Set<WebSocket>();
  class SignedInSocket extends WebSocket {
    constructor(address: string, protocols?: string | string[]) {
      super(address, protocols, { headers: { authorization: `Bearer ${token}` } });
      sockets.add(this);
      this.once('close', () => sockets.delete(this));
      // Breaking on purpose is not worth an exception.
      this.on('error', () => {});
    }
  }
  const client = createWSClient({
    url: `${url.replace(/^http/, 'ws')}/api/live`,
    WebSocket: SignedInSocket as unknown as typeof globalThis.WebSocket,
    retryDelayMs: () => 50,
  });
  return {
    trpc: createTRPCClient<AppRouter>({ links: [wsLink({ client, transformer: superjson })] }),
    drop() {
      for (const socket of sockets) socket.terminate();
    },
    pause() {
      for (const socket of sockets) socket.pause();
    },
    resume() {
      for (const socket of sockets) socket.resume();
    },
    isClosed: () => ![...sockets].some(({ readyState }) => readyState === WebSocket.OPEN),
    async close() {
      await client.close();
    },
  };
}

/** Milliseconds to wait for an event by default: less than a test has, more than a busy machine needs. */
const PATIENCE_MS = 60_000;

/** Keeps a channel in step exactly as `live/events.ts` tells clients to, and notes every breach of its promises. */
export class Follower {
  readonly messages = new Map<string, Message>();
  readonly breaches: string[] = [];
  readonly events: ChannelLiveEvent[] = [];
  queue: QueuedMessage[] = [];
  /** The last presence event: who is there and who is typing. */
  people: Extract<ChannelLiveEvent, { type: 'people' }> | null = null;
  revision = -1;
  isGone = false;
  isStarted = false;
  error: unknown = null;
  private waiting: (() => void)[] = [];

  get list(): Message[] {
    return [...this.messages.values()].sort((a, b) => a.seq - b.seq);
  }

  get texts(): string[] {
    return this.list.map((message) => textOf(message.parts));
  }

  apply(event: ChannelLiveEvent): void {
    this.events.push(event);
    this.isStarted = true;
    if (event.type === 'messages') this.takeMessages(event);
    else if (event.type === 'delta') this.takeDelta(event);
    else if (event.type === 'queue') this.queue = event.queue;
    else if (event.type === 'people') this.people = event;
    else if (event.type === 'gone') this.isGone = true;
    this.notify();
  }

  /** A mutation's own answer. */
  answer(change: MessageChange): void {
    if (change.revision <= this.revision) return;
    this.change(change);
    this.notify();
  }

  fail(error: unknown): void {
    this.error = error;
    this.notify();
  }

  /** Waits until `isTrue`, looking at every event. */
  async until(isTrue: (follower: Follower) => boolean, what = 'it', patienceMs = PATIENCE_MS): Promise<void> {
    const end = Date.now() + patienceMs;
    while (!isTrue(this)) {
      if (this.error) throw this.error;
      const left = end - Date.now();
      if (left <= 0) throw new Error(`waited in vain for ${what}: ${JSON.stringify(this.summary())}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Waits until the last message is an answer that ended. */
  untilSettled(patienceMs = PATIENCE_MS): Promise<void> {
    const isSettled = ({ list }: Follower) => {
      const last = list.at(-1);
      return last?.role === 'assistant' && last.status !== 'running';
    };
    return this.until(isSettled, 'an answer that ended', patienceMs);
  }

  private summary() {
    return {
      revision: this.revision,
      list: this.list.map(({ role, status, n, error, parts }) => [
        role,
        status,
        n,
        error,
        textOf(parts).slice(-60),
      ]),
      queue: this.queue.length,
      breaches: this.breaches,
    };
  }

  private takeMessages(event: Extract<ChannelLiveEvent, { type: 'messages' }>): void {
    if (event.revision < this.revision) this.breaches.push(`revision fell to ${event.revision}`);
    this.revision = event.revision;
    this.change(event);
  }

  private change(change: Pick<MessageChange, 'revision' | 'reset' | 'messages' | 'removed'>): void {
    if (change.reset) this.messages.clear();
    for (const id of change.removed) {
      const held = this.messages.get(id);
      if (held && held.revision <= change.revision) this.messages.delete(id);
    }
    for (const message of change.messages) {
      const held = this.messages.get(message.id);
      const isNewer =
        !held ||
        message.revision > held.revision ||
        (message.revision === held.revision && message.n >= held.n);
      if (isNewer) this.messages.set(message.id, message);
    }
  }

  private takeDelta({ messageId, n, changes }: Extract<ChannelLiveEvent, { type: 'delta' }>): void {
    const held = this.messages.get(messageId);
    if (!held) return void this.breaches.push(`delta ${n} of an unknown message`);
    if (n <= held.n) return;
    if (n !== held.n + 1) this.breaches.push(`delta ${n} after ${held.n}`);
    const parts = changes.reduce(applyPartChange, held.parts);
    this.messages.set(messageId, { ...held, parts, n });
  }

  private notify(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const wake of waiting) wake();
  }
}

/** Follows a channel over a socket, from `revision` or from its newest page. */
export function follow(
  { trpc }: Pick<LiveSocket, 'trpc'>,
  channelId: string,
  revision?: number,
): Follower & { stop(): void } {
  const follower = new Follower();
  const subscription = trpc.live.channel.subscribe(
    { channelId, ...(revision !== undefined && { revision }) },
    {
      onData: ({ data }) => follower.apply(data),
      onError: (error) => follower.fail(error),
    },
  );
  return Object.assign(follower, { stop: () => subscription.unsubscribe() });
}
