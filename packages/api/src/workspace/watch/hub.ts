import { levelOf } from '@tandem/shared/access/permissions';
import { topics } from '../../core/live/bus.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { ChannelFeed } from './feed.ts';
import { PeopleBoard } from './people.ts';
import { channelStates, findStandings } from './watch.repo.ts';
import type { ChannelWatcher } from './watcher.ts';

/**
 * Milliseconds between comparisons of everything watched with the database: below the promised five seconds.
 */
const CHECK_EVERY_MS = 3_000;
/** Milliseconds after a change of a team's tree until its watchers' access is checked; once per burst. */
const TREE_PAUSE_MS = 250;

interface Watched {
  feed: ChannelFeed;
  watchers: Set<ChannelWatcher>;
  people: PeopleBoard;
}

interface WatchedTeam {
  watchers: number;
  timer: NodeJS.Timeout | null;
  unsubscribe: () => void;
}

/** The channels watched in this process. However many watch, they are compared with the database by two queries. */
export class ChannelHub {
  private readonly channels = new Map<string, Watched>();
  private readonly teams = new Map<string, WatchedTeam>();
  private readonly platform: Platform;
  private timer: NodeJS.Timeout | null = null;

  constructor(platform: Platform) {
    this.platform = platform;
    platform.bus.onReconnect(() => void this.check());
    platform.bus.subscribe(topics.all, ({ type, ask, channelId, userId }) => {
      if (type !== 'following?' || !this.isFollowedBy(String(channelId), Number(userId))) return;
      platform.bus.publish(topics.user(Number(userId)), { type: 'following', ask });
    });
  }

  /** Whether a person has a stream of the channel open in this process. */
  isFollowedBy(channelId: string, userId: number): boolean {
    const watchers = this.channels.get(channelId)?.watchers ?? [];
    return [...watchers].some((watcher) => watcher.userId === userId);
  }

  /** @returns this process's state of the channel, kept while it has watchers */
  join(watcher: ChannelWatcher): { feed: ChannelFeed; people: PeopleBoard } {
    const watched = this.channels.get(watcher.channelId) ?? this.open(watcher.channelId);
    watched.watchers.add(watcher);
    this.joinTeam(watcher.teamId);
    this.timer ??= setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
    watched.people.moved();
    return watched;
  }

  leave(watcher: ChannelWatcher): void {
    const watched = this.channels.get(watcher.channelId);
    if (!watched?.watchers.delete(watcher)) return;
    this.leaveTeam(watcher.teamId);
    if (watched.watchers.size === 0) {
      watched.feed.close();
      watched.people.close();
      this.channels.delete(watcher.channelId);
    } else watched.people.moved();
    if (this.channels.size === 0 && this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  private open(channelId: string): Watched {
    const watchers = new Set<ChannelWatcher>();
    const feed = new ChannelFeed(this.platform, channelId, {
      onChange: () => wakeAll(watchers),
      onGone: () => endAll(watchers),
    });
    const people = new PeopleBoard(this.platform, channelId, {
      here: () => [...watchers].map(({ userId }) => userId),
      onChange: () => wakeAll(watchers),
    });
    const watched = { feed, watchers, people };
    this.channels.set(channelId, watched);
    return watched;
  }

  private joinTeam(teamId: string): void {
    const team = this.teams.get(teamId);
    if (team) {
      team.watchers += 1;
      return;
    }
    const unsubscribe = this.platform.bus.subscribe(topics.team(teamId), (message) => {
      if (message.type === 'tree') this.checkTeamSoon(teamId);
    });
    this.teams.set(teamId, { watchers: 1, timer: null, unsubscribe });
  }

  private leaveTeam(teamId: string): void {
    const team = this.teams.get(teamId);
    if (!team) return;
    team.watchers -= 1;
    if (team.watchers > 0) return;
    team.unsubscribe();
    if (team.timer) clearTimeout(team.timer);
    this.teams.delete(teamId);
  }

  private checkTeamSoon(teamId: string): void {
    const team = this.teams.get(teamId);
    if (!team) return;
    team.timer ??= setTimeout(() => {
      team.timer = null;
      void this.guarded(() => this.checkAccess((watcher) => watcher.teamId === teamId));
    }, TREE_PAUSE_MS);
  }

  private check(): Promise<void> {
    return this.guarded(async () => {
      if (this.channels.size === 0) return;
      const { db } = this.platform.database;
      for (const { channelId, revision, turnId, n } of await channelStates(db, [...this.channels.keys()])) {
        const running = turnId === null || n === null ? null : { turnId, n };
        this.channels.get(channelId)?.feed.notice(revision, running);
      }
      await this.checkAccess(() => true);
    });
  }

  private async checkAccess(which: (watcher: ChannelWatcher) => boolean): Promise<void> {
    const watchers = [...this.channels.values()].flatMap((each) => [...each.watchers].filter(which));
    const pairs = new Map(watchers.map((watcher) => [keyOf(watcher), watcher]));
    if (pairs.size === 0) return;
    const standings = await findStandings(this.platform.database.db, [...pairs.values()]);
    const found = new Map(standings.map((row) => [keyOf(row), row]));
    for (const watcher of watchers) {
      const row = found.get(keyOf(watcher));
      const isOther = watcher.review(row ? levelOf(row.rank) : 'none', row?.archivedAt ?? null);
      if (watcher.held === 'none') endAll([watcher]);
      else if (isOther) watcher.wake.raise();
    }
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      this.platform.log.warn({ err }, 'watched channels could not be compared with the database');
    }
  }
}

function keyOf({ userId, channelId }: { userId: number; channelId: string }): string {
  return `${userId} ${channelId}`;
}

function wakeAll(watchers: Iterable<ChannelWatcher>): void {
  for (const watcher of watchers) watcher.wake.raise();
}

function endAll(watchers: Iterable<ChannelWatcher>): void {
  for (const watcher of watchers) {
    watcher.isGone = true;
    watcher.wake.raise();
  }
}

/** The one hub of this process. */
export const channelHubOf = perProcess((platform) => new ChannelHub(platform));
