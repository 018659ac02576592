import type { Db } from '@tandem/db';
import { type BusMessage, topics } from '../../core/live/bus.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { documentRevisions } from '../../document/model/appearance.ts';
import type { ChannelWatcher } from '../../workspace/watch/watcher.ts';
import { AppearanceFeed } from './appearance.ts';
import { DiscussionFeed } from './discussions.ts';
import { VersionFeed } from './versions.ts';

/** Milliseconds between comparisons of followed documents with the database: the bus may lose a message. */
const CHECK_EVERY_MS = 4_000;

/**
 * A document's discussions, appearance and versions as known to this process, while someone here follows it.
 */
export class DocumentFeed {
  readonly watchers = new Set<ChannelWatcher>();
  readonly discussions: DiscussionFeed;
  readonly appearance: AppearanceFeed;
  readonly versions: VersionFeed;
  private readonly unsubscribe: () => void;
  private readonly db: Db;
  private readonly documentId: string;
  private beginning: Promise<void> | null = null;

  constructor({ bus, database }: Platform, documentId: string) {
    this.db = database.db;
    this.documentId = documentId;
    this.discussions = new DiscussionFeed(database.db, documentId);
    this.appearance = new AppearanceFeed(database.db, documentId);
    this.versions = new VersionFeed(database.db, documentId);
    this.unsubscribe = bus.subscribe(topics.document(documentId), (message) => this.hear(message));
  }

  /** Loads the current revisions: only then can changes be attributed. */
  begin(): Promise<void> {
    if (this.beginning) return this.beginning;
    const beginning = this.read();
    this.beginning = beginning;
    beginning.catch(() => {
      this.beginning = null;
    });
    return beginning;
  }

  close(): void {
    this.unsubscribe();
  }

  /** Compares with the database's revisions. */
  notice(revisions: { discussions: number; appearance: number; versions: number }): void {
    const news = [
      this.discussions.notice(revisions.discussions),
      this.appearance.notice(revisions.appearance),
      this.versions.notice(revisions.versions),
    ];
    if (news.includes(true)) this.wake();
  }

  private async read(): Promise<void> {
    for (const revisions of await documentRevisions(this.db, [this.documentId])) this.notice(revisions);
  }

  private hear({ type, revision, versionIds }: BusMessage): void {
    if (typeof revision !== 'number') return;
    const isNews =
      (type === 'discussions' && this.discussions.notice(revision)) ||
      (type === 'appearance' && this.appearance.notice(revision)) ||
      (type === 'versions' && this.versions.notice(revision, versionIds as string[]));
    if (isNews) this.wake();
  }

  private wake(): void {
    for (const watcher of this.watchers) watcher.wake.raise();
  }
}

/** The documents that are followed in this process. */
class DocumentFeeds {
  private readonly feeds = new Map<string, DocumentFeed>();
  private readonly platform: Platform;
  private timer: NodeJS.Timeout | null = null;

  constructor(platform: Platform) {
    this.platform = platform;
    platform.bus.onReconnect(() => void this.check());
  }

  join(watcher: ChannelWatcher): DocumentFeed {
    const { channelId } = watcher;
    const feed = this.feeds.get(channelId) ?? new DocumentFeed(this.platform, channelId);
    this.feeds.set(channelId, feed);
    feed.watchers.add(watcher);
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
    const ids = [...this.feeds.keys()];
    if (ids.length === 0) return;
    try {
      for (const { documentId, ...revisions } of await documentRevisions(this.platform.database.db, ids))
        this.feeds.get(documentId)?.notice(revisions);
    } catch (err) {
      this.platform.log.warn({ err }, 'followed documents could not be compared with the database');
    }
  }
}

export const documentFeedsOf = perProcess((platform) => new DocumentFeeds(platform));
