import type { MeLiveEvent } from '@tandem/shared/live/events';
import { countUnread, readNotices } from '../../content/notice/list.ts';
import type { BusMessage } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';

/** Milliseconds in which notification events are batched. */
const GATHER_MS = 40;

/** Pending events of one person. */
interface News {
  /** Notices that came. */
  came: Set<string>;
  read: Set<string> | 'all' | null;
}

export type NoticeEvent = Extract<MeLiveEvent, { type: 'notice' | 'notices' | 'noticesRead' }>;
type Tell = (userId: number, events: NoticeEvent[]) => void;

/**
 * Notification events for every watcher in this process; one query at a time, so that counts arrive in order.
 */
export class NoticeNews {
  private readonly waiting = new Map<number, News>();
  private readonly platform: Platform;
  private readonly tell: Tell;
  private timer: NodeJS.Timeout | null = null;
  private reading: Promise<void> = Promise.resolve();

  constructor(platform: Platform, tell: Tell) {
    this.platform = platform;
    this.tell = tell;
  }

  /** Handles a bus message to one person. */
  hear(userId: number, message: BusMessage): void {
    if (message.type === 'notice' && typeof message.noticeId === 'string')
      this.newsOf(userId).came.add(message.noticeId);
    else if (message.type === 'notice.read') {
      const news = this.newsOf(userId);
      const { ids } = message;
      if (!Array.isArray(ids) || news.read === 'all') news.read = 'all';
      else news.read = new Set([...(news.read ?? []), ...ids.map(String)]);
    }
  }

  /** The counts of these people may have changed. */
  recount(userIds: Iterable<number>): void {
    for (const userId of userIds) this.newsOf(userId);
  }

  private newsOf(userId: number): News {
    const news = this.waiting.get(userId) ?? { came: new Set(), read: null };
    this.waiting.set(userId, news);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.reading = this.reading.then(() => this.read());
    }, GATHER_MS);
    return news;
  }

  private async read(): Promise<void> {
    const waiting = new Map(this.waiting);
    this.waiting.clear();
    if (waiting.size === 0) return;
    try {
      const { db } = this.platform.database;
      const came = await readNotices(
        db,
        [...waiting.values()].flatMap((news) => [...news.came]),
      );
      const counts = await countUnread(db, [...waiting.keys()]);
      for (const [userId, { read }] of waiting) {
        const unread = counts.get(userId) ?? 0;
        const events: NoticeEvent[] = (came.get(userId) ?? []).map((notice) => ({
          type: 'notice',
          notice,
          unread,
        }));
        if (read) events.push({ type: 'noticesRead', ids: read === 'all' ? 'all' : [...read], unread });
        this.tell(userId, events.length > 0 ? events : [{ type: 'notices', unread }]);
      }
    } catch (err) {
      this.platform.log.warn({ err }, 'notices could not be read');
    }
  }
}
