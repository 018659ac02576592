import { type ChannelLiveEvent, MAX_PRESENT } from '@tandem/shared/live/events';
import type { Person } from '@tandem/shared/user/schema';
import { type BusMessage, topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { asChannelMessage, publishToChannel } from '../channel/events.ts';
import { type LiveProcesses, liveProcessesOf } from './processes.ts';
import { peopleById } from './watch.repo.ts';

/** Milliseconds in which changes are batched. */
const GATHER_MS = 300;
/** Milliseconds without an event after which a person is no longer typing. */
const TYPING_MS = 6_000;
/** Milliseconds between presence messages of a process, and their validity while it lives. */
const SAY_AGAIN_MS = 20_000;
const SILENCE_MS = 50_000;
/** People that a process names to the others; more than are ever shown. */
const MAX_TOLD = 200;
/** Maximum people typing at once. */
const MAX_TYPING = 50;
/** A name is read again after this time, in milliseconds. */
const NAME_MS = 60_000;

export type PeopleEvent = Extract<ChannelLiveEvent, { type: 'people' }>;

interface Elsewhere {
  userIds: number[];
  until: number;
}

/**
 * Presence and typing of one channel, as known to this process. Processes exchange ids over the bus; names
 * are read once here for all watchers. Nothing is stored, and everything expires.
 */
export class PeopleBoard {
  /** The event for watchers; null until there is somebody besides a single reader. */
  event: PeopleEvent | null = null;
  private readonly platform: Platform;
  private readonly channelId: string;
  private readonly here: () => Iterable<number>;
  private readonly onChange: () => void;
  private readonly processes: LiveProcesses;
  private readonly unwatch: () => void;
  private readonly unsubscribe: () => void;
  private readonly elsewhere = new Map<string, Elsewhere>();
  /** Expiry of each person's typing. */
  private readonly typing = new Map<number, number>();
  private readonly names = new Map<number, Person>();
  private namesReadAt = 0;
  /** The last message to other processes; null forces another. */
  private told: string | null = null;
  private shown = '';
  private timer: NodeJS.Timeout | null = null;
  /** When that timer ends. */
  private due = 0;
  private readonly saying: NodeJS.Timeout;
  private isClosed = false;

  /** @param here ids of this process's watchers, once per stream */
  constructor(
    platform: Platform,
    channelId: string,
    { here, onChange }: { here: () => Iterable<number>; onChange: () => void },
  ) {
    this.platform = platform;
    this.channelId = channelId;
    this.here = here;
    this.onChange = onChange;
    this.unsubscribe = platform.bus.subscribe(topics.channel(channelId), (message) => this.hear(message));
    this.saying = setInterval(() => this.sayAgain(), SAY_AGAIN_MS).unref();
    this.processes = liveProcessesOf(platform);
    this.unwatch = this.processes.watch(() => this.soon(0));
    publishToChannel(platform.bus, channelId, { type: 'presentWanted', processId: platform.processId });
  }

  /** Someone came or left in this process. */
  moved(): void {
    this.soon(GATHER_MS);
  }

  /** The last watcher of this process left. */
  close(): void {
    this.isClosed = true;
    this.unsubscribe();
    this.unwatch();
    if (this.timer) clearTimeout(this.timer);
    clearInterval(this.saying);
    this.say([]);
  }

  private hear(bus: BusMessage): void {
    const message = asChannelMessage(bus);
    const now = steadyMs();
    if (message?.type === 'typing') {
      if (!message.typing) this.typing.delete(message.userId);
      else if (this.typing.has(message.userId) || this.typing.size < MAX_TYPING)
        this.typing.set(message.userId, now + TYPING_MS);
      this.soon(GATHER_MS);
    }
    if (message?.type === 'present' && message.processId !== this.platform.processId) {
      this.processes.hear(message.processId);
      if (message.userIds.length > 0)
        this.elsewhere.set(message.processId, { userIds: message.userIds, until: now + SILENCE_MS });
      else this.elsewhere.delete(message.processId);
      this.soon(GATHER_MS);
    }
    if (message?.type === 'presentWanted' && message.processId !== this.platform.processId) {
      this.told = null;
      this.soon(GATHER_MS);
    }
  }

  private sayAgain(): void {
    this.told = null;
    this.soon(0);
  }

  /** Schedules the next update, keeping an earlier one: news must not wait for a later expiry. */
  private soon(ms: number): void {
    const due = steadyMs() + ms;
    if (this.timer && this.due <= due) return;
    if (this.timer) clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.look();
    }, ms).unref();
  }

  /** Computes presence, and announces changes to other processes and to watchers. */
  private async look(): Promise<void> {
    const now = steadyMs();
    for (const [id, until] of this.typing) if (until <= now) this.typing.delete(id);
    for (const [id, { until }] of this.elsewhere) if (until <= now) this.elsewhere.delete(id);
    const here = [...new Set(this.here())].sort((a, b) => a - b);
    this.say(here.slice(0, MAX_TOLD));
    const elsewhere = [...this.elsewhere].filter(([processId]) => this.processes.isAlive(processId));
    const present = new Set([...here, ...elsewhere.flatMap(([, { userIds }]) => userIds)]);
    const typing = [...this.typing.keys()];
    const key = `${[...present].sort((a, b) => a - b)}|${typing}`;
    const isAlone = present.size <= 1 && typing.every((id) => present.has(id));
    if (key !== this.shown && !(this.event === null && isAlone)) {
      try {
        await this.show([...present], typing);
        this.shown = key;
      } catch (err) {
        this.platform.log.warn({ err, channelId: this.channelId }, 'those who watch could not be named');
      }
    }
    const next = Math.min(...this.typing.values());
    if (!this.isClosed && Number.isFinite(next)) this.soon(Math.max(GATHER_MS, next - now));
  }

  private async show(present: number[], typing: number[]): Promise<void> {
    const shownPresent = present.slice(0, MAX_PRESENT);
    const ids = [...new Set([...shownPresent, ...typing])];
    const isStale = steadyMs() - this.namesReadAt > NAME_MS;
    const unknown = isStale ? ids : ids.filter((id) => !this.names.has(id));
    if (isStale) {
      this.names.clear();
      this.namesReadAt = steadyMs();
    }
    if (unknown.length > 0)
      for (const person of await peopleById(this.platform.database.db, unknown))
        this.names.set(person.id, person);
    const named = (list: number[]) => {
      const people = list.flatMap((id) => this.names.get(id) ?? []);
      return new Map(people.map((person) => [person.id, person]));
    };
    this.event = {
      type: 'people',
      present: named(shownPresent),
      presentCount: present.length,
      typing: named(typing),
    };
    if (!this.isClosed) this.onChange();
  }

  private say(userIds: number[]): void {
    const key = userIds.join();
    if (key === this.told) return;
    this.told = key;
    const { bus, processId } = this.platform;
    publishToChannel(bus, this.channelId, { type: 'present', processId, userIds });
  }
}
