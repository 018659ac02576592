import type { Db } from '@tandem/db';
import type { ListNotices, Notice, NoticePage } from '@tandem/shared/notice/schema';
import { presentNotice } from './notice.presenter.ts';
import { noticesByIds, pageOfNotices, unreadCounts } from './view.repo.ts';

/** Returns a page of a person's notifications of all their teams, without those they may no longer see. */
export async function listNotices(
  db: Db,
  { userId }: { userId: number },
  { limit, ...input }: ListNotices,
): Promise<NoticePage> {
  const views = await pageOfNotices(db, userId, { ...input, limit: limit + 1 });
  return {
    list: views.slice(0, limit).map(presentNotice),
    hasMore: views.length > limit,
    unread: await unreadOf(db, userId),
  };
}

/** Counts a person's unread notifications, up to `MAX_UNREAD_NOTICES`. */
async function unreadOf(db: Db, userId: number): Promise<number> {
  return (await unreadCounts(db, [userId])).get(userId) ?? 0;
}

/** Counts unread notifications of each of these people, up to `MAX_UNREAD_NOTICES`. */
export function countUnread(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  return unreadCounts(db, userIds);
}

/** Returns those of these notifications their recipients may see, by recipient, oldest first. */
export async function readNotices(db: Db, ids: readonly string[]): Promise<Map<number, Notice[]>> {
  const views = (await noticesByIds(db, ids)).reverse();
  const byUser = Map.groupBy(views, ({ userId }) => userId);
  return new Map([...byUser].map(([userId, own]) => [userId, own.map(presentNotice)]));
}
