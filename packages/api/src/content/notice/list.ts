import type { Db } from '@tandem/db';
import type { ListNotices, Notice, NoticePage } from '@tandem/shared/notice/schema';
import { presentNotice } from './notice.presenter.ts';
import { noticesByIds, pageOfNotices, unreadCounts } from './view.repo.ts';

/** A page of a person's notices, of all their teams; what they may not see any more is left out. */
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

/** How many notices a person has not read, up to `MAX_UNREAD_NOTICES`. */
async function unreadOf(db: Db, userId: number): Promise<number> {
  return (await unreadCounts(db, [userId])).get(userId) ?? 0;
}

/** How many notices each of these people has not read, up to `MAX_UNREAD_NOTICES`. */
export function countUnread(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  return unreadCounts(db, userIds);
}

/** Those of these notices that their people may see, by person, oldest first. */
export async function readNotices(db: Db, ids: readonly string[]): Promise<Map<number, Notice[]>> {
  const views = (await noticesByIds(db, ids)).reverse();
  const byUser = Map.groupBy(views, ({ userId }) => userId);
  return new Map([...byUser].map(([userId, own]) => [userId, own.map(presentNotice)]));
}
