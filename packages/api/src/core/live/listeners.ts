import type { Logger } from '../log.ts';
import type { BusMessage } from './bus.ts';

export type Listener = (message: BusMessage) => void;

/** The listeners of each topic in this process. A listener that throws is logged and harms no other. */
export class Listeners {
  private readonly byTopic = new Map<string, Set<Listener>>();
  private readonly reconnects = new Set<() => void>();
  private readonly log: Logger;

  constructor(log: Logger) {
    this.log = log;
  }

  subscribe(topic: string, listener: Listener): () => void {
    // Wrapped, so that the same function subscribed twice is two subscriptions.
    const own: Listener = (message) => listener(message);
    const listeners = this.byTopic.get(topic) ?? new Set();
    this.byTopic.set(topic, listeners.add(own));
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.byTopic.get(topic) === listeners) this.byTopic.delete(topic);
    };
  }

  deliver(topic: string, message: BusMessage): void {
    for (const listener of this.byTopic.get(topic) ?? []) this.call(() => listener(message), topic);
  }

  onReconnect(listener: () => void): () => void {
    const own = () => listener();
    this.reconnects.add(own);
    return () => void this.reconnects.delete(own);
  }

  reconnected(): void {
    for (const listener of this.reconnects) this.call(listener, 'reconnect');
  }

  clear(): void {
    this.byTopic.clear();
    this.reconnects.clear();
  }

  private call(listener: () => void, topic: string): void {
    try {
      listener();
    } catch (err) {
      this.log.error({ err, topic }, 'a bus listener failed');
    }
  }
}
