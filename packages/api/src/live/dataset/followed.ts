import type { Db } from '@tandem/db';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { type BusMessage, topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { findFollowed } from '../../dataset/source/news.repo.ts';
import type { ChannelWatcher } from '../../workspace/watch/watcher.ts';

/**
 * Which documents of a dataset a reader sees. They come and go with the documents' channels and the rights to these,
 * of which the dataset's own revision says nothing: they are read again when the team's tree changed.
 */
export class FollowedDocuments {
  private readonly watcher: ChannelWatcher;
  private readonly unsubscribe: () => void;
  /** The revisions of the dataset and the team's tree at which it was read. */
  private readAt = '';
  private hasAny = false;
  private seen: ReadonlySet<string> | null = null;

  constructor({ bus }: Platform, watcher: ChannelWatcher) {
    this.watcher = watcher;
    this.unsubscribe = bus.subscribe(topics.team(watcher.teamId), (message) => this.hear(message));
  }

  close(): void {
    this.unsubscribe();
  }

  /**
   * What came or went since it was last asked.
   * @param told the dataset's revision up to which the reader was told of changes
   */
  async news(db: Db, reader: Reader, told: number): Promise<{ gone: string[]; isMore: boolean }> {
    const { readAt, documents } = await findFollowed(db, reader, this.watcher.channelId, this.readAt);
    if (!documents) return { gone: [], isMore: false };
    this.readAt = readAt;
    this.hasAny = documents.length > 0;
    const before = this.seen;
    const now = documents.filter(({ isSeen }) => isSeen);
    this.seen = new Set(now.map(({ id }) => id));
    if (!before) return { gone: [], isMore: false };
    return {
      gone: [...before].filter((id) => !this.seen?.has(id)),
      // Those that changed later are told as changes.
      isMore: now.some(({ id, revision }) => revision <= told && !before.has(id)),
    };
  }

  private hear({ type }: BusMessage): void {
    if (type === 'tree' && this.hasAny) this.watcher.wake.raise();
  }
}
