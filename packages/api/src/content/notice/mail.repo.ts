import type { Db } from '@tandem/db';
import type { NoticeKind } from '@tandem/shared/notice/schema';
import type { Language, UserPreference } from '@tandem/shared/user/schema';
import { sql } from 'kysely';

/** Hours after which a notification is no longer mailed. */
const NEWS_HOURS = 24;
/** Minutes to wait until a recipient who is online leaves. */
const WAIT_MINUTES = 60;

export interface Recipient {
  email: string;
  language: Language | null;
  preference: Partial<UserPreference>;
  /** Whether one of their sessions was used within the given time. */
  isHere: boolean;
}

/** Returns the recipient; undefined when the account is gone. */
export async function recipientOf(db: Db, userId: number, seconds: number): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select "email", "language", "preference", exists (
      select from "session"
      where "session"."userId" = "user"."id" and "session"."revokedAt" is null
        and "session"."lastSeenAt" > now() - make_interval(secs => ${seconds})
    ) as "isHere"
    from "user" where "id" = ${userId} and "deletedAt" is null
  `.execute(db);
  return rows[0];
}

/** Whether a person has recent notifications that were neither read nor mailed. */
export async function hasWaiting(db: Db, userId: number): Promise<boolean> {
  const waiting = await db
    .selectFrom('notice')
    .select('id')
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where('mailedAt', 'is', null)
    .where('kind', '!=', 'invitation')
    .where('createdAt', '>', sql<Date>`now() - make_interval(mins => ${sql.lit(WAIT_MINUTES)})`)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * Claims a person's unread notifications of these kinds for one mail, so that no other mail includes them.
 * @returns their ids
 */
export async function claimForMail(db: Db, userId: number, kinds: readonly NoticeKind[]): Promise<string[]> {
  if (kinds.length === 0) return [];
  // Locked in the same order as when they are read, to avoid deadlocks.
  const { rows } = await sql<{ id: string }>`
    with "meant" as (
      select "id" from "notice"
      where "userId" = ${userId} and "readAt" is null and "mailedAt" is null and "kind" = any(${kinds})
        and "createdAt" > now() - make_interval(hours => ${sql.lit(NEWS_HOURS)})
      order by "id" for update
    )
    update "notice" set "mailedAt" = now() from "meant"
    where "notice"."id" = "meant"."id" and "notice"."readAt" is null and "notice"."mailedAt" is null
    returning "notice"."id"
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The mail could not be sent: these wait again. */
export async function releaseFromMail(db: Db, ids: readonly string[]): Promise<void> {
  await db.updateTable('notice').set({ mailedAt: null }).where('id', 'in', ids).execute();
}
