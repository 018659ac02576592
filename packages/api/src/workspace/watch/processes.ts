import { topics } from '../../core/live/bus.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';

/** Milliseconds between heartbeats of a process with watchers. */
const SAY_EVERY_MS = 3_000;
/** Milliseconds without a heartbeat after which a process counts as dead. */
const SILENCE_MS = 10_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Other live processes, as known to this one. Presence in a process that dies is void. A process that was
 * only unreachable counts again with its next heartbeat.
 */
export class LiveProcesses {
  private readonly heardAt = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  private readonly platform: Platform;
  private timers: NodeJS.Timeout[] = [];

  constructor(platform: Platform) {
    this.platform = platform;
    platform.bus.subscribe(topics.all, ({ type, processId }) => {
      if (type === 'process.alive') this.hear(String(processId));
      if (type === 'process.gone' && this.heardAt.delete(String(processId))) this.tell();
    });
    platform.bus.onReconnect(() => this.say());
  }

  /** Sends heartbeats and checks others' until the returned function is called. */
  watch(onChange: () => void): () => void {
    this.listeners.add(onChange);
    if (this.timers.length === 0) {
      this.say();
      this.timers = [
        setInterval(() => this.say(), SAY_EVERY_MS).unref(),
        setInterval(() => this.look(), LOOK_EVERY_MS).unref(),
      ];
    }
    return () => {
      this.listeners.delete(onChange);
      if (this.listeners.size > 0) return;
      for (const timer of this.timers.splice(0)) clearInterval(timer);
    };
  }

  /** Notes a sign of life. */
  hear(processId: string): void {
    const isNew = !this.heardAt.has(processId);
    this.heardAt.set(processId, steadyMs());
    if (isNew && processId !== this.platform.processId) this.tell();
  }

  isAlive(processId: string): boolean {
    return this.heardAt.has(processId);
  }

  private say(): void {
    if (this.listeners.size === 0) return;
    const { bus, processId } = this.platform;
    bus.publish(topics.all, { type: 'process.alive', processId });
  }

  private look(): void {
    const now = steadyMs();
    const silent = [...this.heardAt].filter(([, at]) => now - at > SILENCE_MS);
    for (const [processId] of silent) this.heardAt.delete(processId);
    if (silent.length > 0) this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The other processes as known to this one. */
export const liveProcessesOf = perProcess((platform) => new LiveProcesses(platform));
