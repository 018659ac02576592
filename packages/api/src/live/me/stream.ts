import type { MeLiveEvent, UnreadCount } from '@tandem/shared/live/events';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { UserContext } from '../../core/context.ts';
import { type BusMessage, topics } from '../../core/live/bus.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { Wake } from '../../workspace/watch/wake.ts';
import {
  lateChannels,
  teamsOf,
  type UnreadRow,
  unreadIn,
  unreadOf,
  unreadSince,
} from '../../workspace/watch/watch.repo.ts';
import { type NoticeEvent, NoticeNews } from './notices.ts';

/** Counts that change within this time are read and told together, in milliseconds. */
const GATHER_MS = 300;
/** A reader who comes gets the counts that moved in this time, in milliseconds; one who comes back, since they left. */
const LOOK_BACK_MS = 60 * 60_000;
/** Clocks of servers may differ by this, and reading is noted by the minute. */
const MARGIN_MS = 65_000;
const MAX_AT_START = 200;
/** News of notices that are kept for a reader who takes none. */
const MAX_NOTICES_WAITING = 200;
/** After a change of a team's tree the notices of its people are counted again this late, in milliseconds. */
const RECOUNT_AFTER_MS = 1_000;

/** How often counts are compared with the database, in milliseconds: the bus may lose a message, or be away. */
const CHECK_EVERY_MS = 5_000;
/** How far back each comparison looks, in seconds: over the one before and what it may have waited for. */
const CHECK_BACK_SECONDS = 15;

/** One stream of one person. What waits is bounded by the number of their channels. */
class MeWatcher {
  readonly userId: number;
  readonly sessionId: string;
  readonly wake: Wake;
  readonly unread = new Map<string, UnreadCount>();
  /** What was told last of each channel: a comparison with the database mostly finds the same. */
  private readonly told = new Map<string, string>();
  readonly notices: NoticeEvent[] = [];
  /** Unread notices, as told last; null before the first word. */
  unreadNotices: number | null = null;
  /** Pins that were set or taken away, by channel. */
  readonly pins = new Map<string, boolean>();
  /** How to stop hearing of each team. */
  readonly teams = new Map<string, () => void>();
  /** Their teams are read one time after the other. */
  following: Promise<void> = Promise.resolve();
  isProfileStale = false;
  haveModelsChanged = false;
  isSignedOut = false;

  constructor(userId: number, sessionId: string, signal: AbortSignal) {
    this.userId = userId;
    this.sessionId = sessionId;
    this.wake = new Wake(signal);
  }

  tell(row: UnreadRow): void {
    const state = `${row.unread} ${row.activeAt.getTime()}`;
    if (this.told.get(row.channelId) === state) return;
    this.told.set(row.channelId, state);
    this.unread.set(row.channelId, { unread: row.unread, activeAt: row.activeAt });
    this.wake.raise();
  }

  tellModels(): void {
    this.haveModelsChanged = true;
    this.wake.raise();
  }

  tellNotices(events: readonly NoticeEvent[]): void {
    for (const event of events) {
      if (event.type === 'notices' && event.unread === this.unreadNotices) continue;
      this.unreadNotices = event.unread;
      this.notices.push(event);
    }
    const { length } = this.notices;
    if (length === 0) return;
    // A client that takes nothing for so long gets the count, and reads the list again.
    if (length > MAX_NOTICES_WAITING)
      this.notices.splice(0, length, { type: 'notices', unread: this.unreadNotices ?? 0 });
    this.wake.raise();
  }
}

/** Everyone who watches in this process: counts are read for all of them at once. */
class MeHub {
  private readonly watchers = new Set<MeWatcher>();
  /** Channels in which someone wrote. */
  private readonly active = new Set<string>();
  /** People who read, by channel: that changes only their own count. */
  private readonly readers = new Map<string, Set<number>>();
  private readonly platform: Platform;
  private readonly notices: NoticeNews;
  /** When someone last wrote in channels that were compared lately. */
  private readonly compared = new Map<string, number>();
  private checking: NodeJS.Timeout | null = null;
  private timer: NodeJS.Timeout | null = null;
  private recounting: NodeJS.Timeout | null = null;

  constructor(platform: Platform) {
    this.platform = platform;
    this.notices = new NoticeNews(platform, (userId, events) => {
      for (const watcher of this.watchers) if (watcher.userId === userId) watcher.tellNotices(events);
    });
    platform.bus.subscribe(topics.all, (message) => this.hearAll(message));
    platform.bus.onReconnect(() => void this.check());
  }

  /** @returns how to leave */
  async join(watcher: MeWatcher): Promise<() => void> {
    const { bus } = this.platform;
    this.watchers.add(watcher);
    this.checking ??= setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
    const unsubscribe = bus.subscribe(topics.user(watcher.userId), (message) =>
      this.hearUser(watcher, message),
    );
    const leave = () => {
      this.watchers.delete(watcher);
      unsubscribe();
      for (const stop of watcher.teams.values()) stop();
      watcher.teams.clear();
      if (this.watchers.size > 0 || !this.checking) return;
      clearInterval(this.checking);
      this.checking = null;
    };
    try {
      await this.follow(watcher);
    } catch (err) {
      leave();
      throw err;
    }
    this.notices.recount([watcher.userId]);
    return leave;
  }

  /** Compares what was told with the database: by two queries, however many watch. */
  private async check(): Promise<void> {
    this.notices.recount(new Set([...this.watchers].map(({ userId }) => userId)));
    const teamIds = [...new Set([...this.watchers].flatMap(({ teams }) => [...teams.keys()]))];
    if (teamIds.length === 0) return;
    try {
      const late = await lateChannels(this.platform.database.db, teamIds, CHECK_BACK_SECONDS);
      const news = late.filter(({ id, activeAt }) => this.compared.get(id) !== activeAt.getTime());
      this.compared.clear();
      for (const { id, activeAt } of late) this.compared.set(id, activeAt.getTime());
      for (const { id } of news) this.active.add(id);
      if (news.length > 0) this.readSoon();
    } catch (err) {
      this.platform.log.warn({ err }, 'unread counts could not be compared with the database');
    }
  }

  /** Hears of the teams in which the person is now, and of no other any more. */
  private follow(watcher: MeWatcher): Promise<void> {
    const { bus, database } = this.platform;
    const read = async () => {
      const teamIds = new Set(await teamsOf(database.db, watcher.userId));
      if (!this.watchers.has(watcher)) return;
      for (const [teamId, stop] of watcher.teams) {
        if (teamIds.has(teamId)) continue;
        stop();
        watcher.teams.delete(teamId);
      }
      for (const teamId of teamIds)
        if (!watcher.teams.has(teamId))
          watcher.teams.set(
            teamId,
            bus.subscribe(topics.team(teamId), (message) => this.hearTeam(watcher, message)),
          );
    };
    // One that failed does not keep the next from trying.
    watcher.following = watcher.following.then(read, read);
    return watcher.following;
  }

  private hearAll(message: BusMessage): void {
    if (message.type === 'models') for (const watcher of this.watchers) watcher.tellModels();
    if (message.type !== 'session.ended' || !Array.isArray(message.sessionIds)) return;
    for (const watcher of this.watchers) {
      if (!message.sessionIds.includes(watcher.sessionId)) continue;
      watcher.isSignedOut = true;
      watcher.wake.raise();
    }
  }

  private hearUser(watcher: MeWatcher, message: BusMessage): void {
    this.notices.hear(watcher.userId, message);
    if (message.type === 'read' && typeof message.channelId === 'string') {
      const readers = this.readers.get(message.channelId) ?? new Set();
      this.readers.set(message.channelId, readers.add(watcher.userId));
      this.readSoon();
    }
    if (message.type === 'pin' && typeof message.channelId === 'string') {
      watcher.pins.set(message.channelId, message.pinned === true);
      watcher.wake.raise();
    }
    if (message.type !== 'profile.changed') return;
    watcher.isProfileStale = true;
    watcher.wake.raise();
    this.follow(watcher).catch((err) => this.platform.log.warn({ err }, 'teams could not be read'));
  }

  private hearTeam(watcher: MeWatcher, message: BusMessage): void {
    if (message.type === 'models') watcher.tellModels();
    if (message.type === 'tree') this.recountSoon();
    if (message.type !== 'activity' || typeof message.channelId !== 'string') return;
    this.active.add(message.channelId);
    this.readSoon();
  }

  /** A reader who lost access is told no more; one with nothing unread has nothing to lose. */
  private recountSoon(): void {
    this.recounting ??= setTimeout(() => {
      this.recounting = null;
      const concerned = [...this.watchers].filter(({ unreadNotices }) => unreadNotices !== 0);
      this.notices.recount(concerned.map(({ userId }) => userId));
    }, RECOUNT_AFTER_MS).unref();
  }

  private readSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.read();
    }, GATHER_MS);
  }

  private async read(): Promise<void> {
    const channelIds = [...this.active];
    const pairs = [...this.readers]
      .filter(([channelId]) => !this.active.has(channelId))
      .flatMap(([channelId, readers]) => [...readers].map((userId) => ({ userId, channelId })));
    this.active.clear();
    this.readers.clear();
    const userIds = [...new Set([...this.watchers].map(({ userId }) => userId))];
    if (userIds.length === 0) return;
    try {
      const { db } = this.platform.database;
      const [written, read] = await Promise.all([
        channelIds.length > 0 ? unreadIn(db, userIds, channelIds) : [],
        pairs.length > 0 ? unreadOf(db, pairs) : [],
      ]);
      const byUser = Map.groupBy([...written, ...read], ({ userId }) => userId);
      for (const watcher of this.watchers)
        for (const row of byUser.get(watcher.userId) ?? []) watcher.tell(row);
    } catch (err) {
      this.platform.log.warn({ err }, 'unread counts could not be read');
    }
  }
}

const meHubOf = perProcess((platform) => new MeHub(platform));

/** Streams what concerns the actor alone. The tracked id is the server's time, from which a lost stream goes on. */
export async function* watchMe(
  ctx: UserContext,
  input: { lastEventId?: string | null | undefined } | undefined,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<MeLiveEvent>, void, undefined> {
  const { userId, sessionId } = ctx.actor;
  const watcher = new MeWatcher(userId, sessionId, signal);
  const leave = await meHubOf(ctx.platform).join(watcher);
  try {
    const seconds = awayFor(input?.lastEventId) / 1_000;
    for (const row of await unreadSince(ctx.db, userId, seconds, MAX_AT_START)) watcher.tell(row);
    while (!signal.aborted) {
      await ctx.drained?.(signal);
      for (const event of eventsOf(watcher)) yield tracked(String(Date.now()), event);
      if (watcher.isSignedOut) return;
      await watcher.wake.wait();
    }
  } finally {
    leave();
  }
}

/** For how long a reader may have missed something, in milliseconds. An id of the future tells that a clock was set. */
function awayFor(lastEventId: string | null | undefined): number {
  const away = /^\d{13}$/.test(lastEventId ?? '') ? Date.now() - Number(lastEventId) : LOOK_BACK_MS;
  return (away < -MARGIN_MS ? LOOK_BACK_MS : Math.max(0, away)) + MARGIN_MS;
}

function eventsOf(watcher: MeWatcher): MeLiveEvent[] {
  const events: MeLiveEvent[] = [];
  if (watcher.unread.size > 0) events.push({ type: 'unread', channels: new Map(watcher.unread) });
  watcher.unread.clear();
  events.push(...watcher.notices.splice(0));
  for (const [channelId, pinned] of watcher.pins) events.push({ type: 'pin', channelId, pinned });
  watcher.pins.clear();
  if (watcher.isProfileStale) events.push({ type: 'profile' });
  watcher.isProfileStale = false;
  if (watcher.haveModelsChanged) events.push({ type: 'models' });
  watcher.haveModelsChanged = false;
  if (watcher.isSignedOut) events.push({ type: 'signedOut' });
  return events;
}
