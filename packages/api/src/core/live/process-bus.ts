import type { Logger } from '../log.ts';
import type { Bus } from './bus.ts';
import { Listeners } from './listeners.ts';

/** An in-process bus, which loses nothing. */
export function processBus(log: Logger): Bus {
  const listeners = new Listeners(log);
  return {
    publish: (topic, message) => listeners.deliver(topic, message),
    subscribe: (topic, listener) => listeners.subscribe(topic, listener),
    onReconnect: (listener) => listeners.onReconnect(listener),
    close: async () => listeners.clear(),
  };
}
