import type { UnreadCount } from '@tandem/shared/live/events';
import { Wake } from '../../workspace/watch/wake.ts';
import type { UnreadRow } from '../../workspace/watch/watch.repo.ts';
import type { NoticeEvent } from './notices.ts';

/** Maximum pending notifications of a slow reader. */
const MAX_NOTICES_WAITING = 200;

/** One stream of one person. Pending data is bounded by the number of their channels. */
export class MeWatcher {
  readonly userId: number;
  readonly sessionId: string;
  readonly wake: Wake;
  readonly unread = new Map<string, UnreadCount>();
  /** Last count sent per channel: a comparison with the database usually finds the same. */
  private readonly told = new Map<string, string>();
  readonly notices: NoticeEvent[] = [];
  /** Last unread count sent; null before the first. */
  unreadNotices: number | null = null;
  /** Changed pins, by channel. */
  readonly pins = new Map<string, boolean>();
  /** Unsubscribes from each team. */
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
    // A client that reads nothing gets the count, and reloads the list.
    if (length > MAX_NOTICES_WAITING)
      this.notices.splice(0, length, { type: 'notices', unread: this.unreadNotices ?? 0 });
    this.wake.raise();
  }
}
