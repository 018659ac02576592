import { MAX_UNREAD_NOTICES, type Notice, type NoticePage } from '@tandem/shared/notice/schema';

/** The loaded notices of a person. */
export interface NoticeList {
  /** Newest first. */
  list: Notice[];
  hasMore: boolean;
  /** Counts all notices, loaded or not, up to `MAX_UNREAD_NOTICES`. */
  unread: number;
}

export const noNotices: NoticeList = { list: [], hasMore: false, unread: 0 };

/** Adds a new notice at the start; if the same thing is shared again, only the newest notice is unread. */
export function withNotice(held: NoticeList, notice: Notice, unread: number): NoticeList {
  const list = held.list.filter((other) => other.id !== notice.id && !isReplaced(other, notice));
  return { ...held, list: [notice, ...list], unread };
}

function isReplaced(old: Notice, by: Notice): boolean {
  return (
    by.kind === 'share' &&
    old.kind === 'share' &&
    old.readAt === null &&
    old.channel?.id === by.channel?.id &&
    old.app?.id === by.app?.id
  );
}

/** Marks notices as read, here and now. */
export function withRead(held: NoticeList, ids: readonly string[] | 'all', unread: number): NoticeList {
  const readAt = new Date();
  const isMeant = ids === 'all' ? () => true : (id: string) => ids.includes(id);
  const list = held.list.map((notice) =>
    notice.readAt === null && isMeant(notice.id) ? { ...notice, readAt } : notice,
  );
  return { ...held, list, unread };
}

/** Adds the page that follows the oldest held. */
export function withPage(held: NoticeList, { list, hasMore, unread }: NoticePage): NoticeList {
  const known = new Set(held.list.map(({ id }) => id));
  return { list: [...held.list, ...list.filter(({ id }) => !known.has(id))], hasMore, unread };
}

/** A count as a badge shows it. */
export function badgeOf(unread: number): string {
  return unread >= MAX_UNREAD_NOTICES ? `${MAX_UNREAD_NOTICES - 1}+` : String(unread);
}

/** Today's notices and earlier ones; empty groups are left out. */
export function byDay(
  list: readonly Notice[],
  now = new Date(),
): { name: 'today' | 'earlier'; list: Notice[] }[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const groups = [
    { name: 'today' as const, list: list.filter(({ createdAt }) => createdAt >= midnight) },
    { name: 'earlier' as const, list: list.filter(({ createdAt }) => createdAt < midnight) },
  ];
  return groups.filter((group) => group.list.length > 0);
}
