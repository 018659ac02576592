import { topics } from '../core/live/bus.ts';
import type { Platform } from '../core/platform.ts';
import { changesSince, type DiscussionChanges } from '../discussion/discussion.changes.ts';
import type { ChannelWatcher } from './live.watcher.ts';

/**
 * The discussions of one document as this process knows them, while someone here follows them. However many follow,
 * what came after a revision is read once.
 */
export class DiscussionFeed {
  readonly watchers = new Set<ChannelWatcher>();
  /** The newest revision that was heard of. */
  revision = -1;
  private readonly platform: Platform;
  private readonly documentId: string;
  private readonly unsubscribe: () => void;
  private readings = new Map<number, Promise<DiscussionChanges>>();

  constructor(platform: Platform, documentId: string) {
    this.platform = platform;
    this.documentId = documentId;
    this.unsubscribe = platform.bus.subscribe(topics.document(documentId), ({ type, revision }) => {
      if (type === 'discussions' && typeof revision === 'number') this.notice(revision);
    });
  }

  close(): void {
    this.unsubscribe();
  }

  /** Somebody may have changed something. */
  notice(revision: number): void {
    if (revision <= this.revision) return;
    this.revision = revision;
    this.readings = new Map();
    for (const watcher of this.watchers) watcher.wake.raise();
  }

  /**
   * What changed after a revision, or everything.
   * @throws AppError `notFound` when the document is gone
   */
  async since(revision: number | null): Promise<DiscussionChanges> {
    // Everything is read anew: it is asked for once, and what it holds is not kept.
    if (revision === null) return changesSince(this.platform.database.db, this.documentId, null);
    const known = this.readings.get(revision);
    if (known) return known;
    const reading = changesSince(this.platform.database.db, this.documentId, revision);
    this.readings.set(revision, reading);
    reading.catch(() => this.readings.delete(revision));
    return reading;
  }
}
