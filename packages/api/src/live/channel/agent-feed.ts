import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentFileNews, MAX_FILE_NEWS } from '@tandem/shared/agent/file';
import type { AgentRun } from '@tandem/shared/agent/schema';
import { type Base, findBase } from '../../agent/file/base.repo.ts';
import { newsBetween } from '../../agent/file/news.ts';
import { findNewest } from '../../agent/files/manifest.repo.ts';
import { readManifest } from '../../agent/files/manifest.ts';
import { type AgentMark, findMarks } from '../../agent/run/mark.repo.ts';
import { presentRun } from '../../agent/run/run.presenter.ts';
import { findNewestRuns } from '../../agent/run/view.repo.ts';
import { findSetting, type SettingRow } from '../../agent/setting/setting.repo.ts';
import { topics } from '../../core/live/bus.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { asChannelMessage, type ChannelBusMessage } from '../../workspace/channel/events.ts';
import type { ChannelWatcher } from '../../workspace/watch/watcher.ts';

/** Milliseconds between comparisons of everything watched with the database: the bus may lose a message. */
const CHECK_EVERY_MS = 3_000;
/** Shortest time between two readings of one channel, in milliseconds. */
const PAUSE_MS = 200;
/** Newest runs that are told: one may end while the next begins. */
const RUNS = 3;
/** Changes of files kept for watchers slightly behind. */
const MAX_KEPT = 20;

/** The files of a channel, and the run since whose start changes are marked. */
export interface FilesState {
  revision: number;
  manifestId: string | null;
  runId: string | null;
}

/** An agent's channel as last read. */
export interface AgentState {
  runs: AgentRun[];
  files: FilesState;
  setting: SettingRow;
  /** Another one once a schedule was made, changed, removed or started. */
  schedules: string;
}

interface Kept {
  from: FilesState;
  to: FilesState;
  news: AgentFileNews[] | null;
}

const noMark: AgentMark = { work: '', schedules: '' };
const isSame = (one: AgentMark, other: AgentMark) =>
  one.work === other.work && one.schedules === other.schedules;

/** An agent's channel as known to this process while someone here watches it. However many watch, it is read once. */
export class AgentFeed {
  readonly channelId: string;
  readonly watchers = new Set<ChannelWatcher>();
  /** Null before the first reading. */
  state: AgentState | null = null;
  private readonly platform: Platform;
  private readonly unsubscribe: () => void;
  private mark = noMark;
  private kept: Kept[] = [];
  private isDirty = false;
  private reading: Promise<void> | null = null;
  private isClosed = false;

  constructor(platform: Platform, channelId: string) {
    this.platform = platform;
    this.channelId = channelId;
    this.unsubscribe = platform.bus.subscribe(topics.channel(channelId), (message) => {
      const heard = asChannelMessage(message);
      if (heard && mayConcernAgent(heard)) void this.refresh();
    });
  }

  close(): void {
    this.isClosed = true;
    this.unsubscribe();
  }

  /** Compares with the database's mark. */
  notice(mark: AgentMark): void {
    if (!isSame(mark, this.mark)) void this.refresh();
  }

  /** Reads it until there is nothing new. Never throws. */
  refresh(): Promise<void> {
    this.isDirty = true;
    this.reading ??= this.readUntilClean().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  /** What became of the files since a state; null when that is not known. */
  newsSince(told: FilesState): AgentFileNews[] | null {
    const index = this.kept.findIndex(
      ({ from }) => from.revision === told.revision && from.runId === told.runId,
    );
    if (index === -1) return null;
    const all = new Map<string, AgentFileNews>();
    for (const { news } of this.kept.slice(index)) {
      if (!news) return null;
      for (const each of news) all.set(each.path, each);
    }
    return all.size > MAX_FILE_NEWS ? null : [...all.values()];
  }

  private async readUntilClean(): Promise<void> {
    while (this.isDirty && !this.isClosed) {
      this.isDirty = false;
      try {
        if (await this.read()) for (const watcher of this.watchers) watcher.wake.raise();
      } catch (err) {
        this.platform.log.warn({ err, channelId: this.channelId }, 'a watched agent could not be read');
      }
      await sleep(PAUSE_MS);
    }
  }

  /** @returns whether anything is new */
  private async read(): Promise<boolean> {
    const { channelId } = this;
    const { db } = this.platform.database;
    // Before the rest: what changes meanwhile is noticed afterwards.
    const mark = (await findMarks(db, [channelId])).get(channelId) ?? noMark;
    if (this.state && isSame(mark, this.mark)) return false;
    this.mark = mark;
    const [runs, newest, base, setting] = await Promise.all([
      findNewestRuns(db, channelId, RUNS),
      findNewest(db, channelId),
      findBase(db, channelId, undefined),
      findSetting(db, channelId),
    ]);
    const { revision = 0, manifestId = null } = newest ?? {};
    const files = { revision, manifestId, runId: base?.runId ?? null };
    if (this.state && this.state.files.revision !== revision) await this.keep(this.state.files, files, base);
    this.state = { runs: runs.map(presentRun), files, setting, schedules: mark.schedules };
    return true;
  }

  private async keep(from: FilesState, to: FilesState, base: Base | null): Promise<void> {
    const news = from.runId === to.runId ? await this.newsOf(from, to, base) : null;
    this.kept.push({ from, to, news });
    if (this.kept.length > MAX_KEPT) this.kept.shift();
  }

  private async newsOf(from: FilesState, to: FilesState, base: Base | null): Promise<AgentFileNews[] | null> {
    const reading = { platform: this.platform, db: this.platform.database.db };
    const [before, now, marked] = await Promise.all([
      readManifest(reading, this.channelId, from.manifestId),
      readManifest(reading, this.channelId, to.manifestId),
      base && readManifest(reading, this.channelId, base.manifestId),
    ]);
    return newsBetween(before, now, marked);
  }
}

/** Whether a message may mean that a run, the files or the setting changed: calls come with steps, and waiting is saved. */
function mayConcernAgent(message: ChannelBusMessage): boolean {
  if (message.type !== 'delta') return ['agent', 'changed', 'saved'].includes(message.type);
  return message.changes.some((change) => change.op === 'set' && change.part.type === 'dynamic-tool');
}

/** The agents' channels that are watched in this process. */
class AgentFeeds {
  private readonly feeds = new Map<string, AgentFeed>();
  private readonly platform: Platform;
  private timer: NodeJS.Timeout | null = null;

  constructor(platform: Platform) {
    this.platform = platform;
    platform.bus.onReconnect(() => void this.check());
  }

  join(watcher: ChannelWatcher): AgentFeed {
    const { channelId } = watcher;
    const feed = this.feeds.get(channelId) ?? new AgentFeed(this.platform, channelId);
    this.feeds.set(channelId, feed);
    feed.watchers.add(watcher);
    if (!feed.state) void feed.refresh();
    this.timer ??= setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
    return feed;
  }

  leave(watcher: ChannelWatcher): void {
    const feed = this.feeds.get(watcher.channelId);
    feed?.watchers.delete(watcher);
    if (feed?.watchers.size === 0) {
      feed.close();
      this.feeds.delete(watcher.channelId);
    }
    if (this.feeds.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private async check(): Promise<void> {
    if (this.feeds.size === 0) return;
    try {
      const marks = await findMarks(this.platform.database.db, [...this.feeds.keys()]);
      for (const [channelId, mark] of marks) this.feeds.get(channelId)?.notice(mark);
    } catch (err) {
      this.platform.log.warn({ err }, 'watched agents could not be compared with the database');
    }
  }
}

export const agentFeedsOf = perProcess((platform) => new AgentFeeds(platform));
