import type { MeLiveEvent } from '@tandem/shared/live/events';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { UserContext } from '../../core/context.ts';
import { type BusMessage, topics } from '../../core/live/bus.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { lateChannels, teamsOf, unreadIn, unreadOf, unreadSince } from '../../workspace/watch/watch.repo.ts';
import { NoticeNews } from './notices.ts';
import { MeWatcher } from './watcher.ts';

/** Milliseconds in which changed counts are batched. */
const GATHER_MS = 300;
/** A new reader gets counts that changed within these milliseconds; a returning one, since they left. */
const LOOK_BACK_MS = 60 * 60_000;
/** Tolerance for different clocks of servers, and for reading times stored by the minute. */
const MARGIN_MS = 65_000;
const MAX_AT_START = 200;
/** Milliseconds after a change of a team's tree until its people's notifications are counted again. */
const RECOUNT_AFTER_MS = 1_000;

/** Milliseconds between comparisons of counts with the database: the bus may lose a message, or be away. */
const CHECK_EVERY_MS = 5_000;
/** Seconds each comparison looks back: past the previous one and its possible delay. */
const CHECK_BACK_SECONDS = 15;

/** All watchers in this process: counts are read for all of them at once. */
class MeHub {
  private readonly watchers = new Set<MeWatcher>();
  /** Channels in which someone wrote. */
  private readonly active = new Set<string>();
  /** Readers by channel whose own count changed. */
  private readonly readers = new Map<string, Set<number>>();
  private readonly platform: Platform;
  private readonly notices: NoticeNews;
  /** Time of the last message in recently compared channels. */
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

  /** Compares sent counts with the database, by two queries for all watchers. */
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

  /** Subscribes to the person's current teams, and unsubscribes from others. */
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
    // A failure does not prevent the next attempt.
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

  /** A reader who lost access gets no further count; one with nothing unread has nothing to lose. */
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

/**
 * Streams events of the actor alone. The tracked id is the server's time, from which a lost stream resumes.
 */
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

/** Milliseconds for which a reader may have missed events. An id in the future means that a clock was set. */
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
