import type { Db } from '@tandem/db';
import type { SessionEnd } from '@tandem/shared/session/schema';
import type { Language } from '@tandem/shared/user/schema';
import { sql } from 'kysely';

/** A person who is a member somewhere, but active nowhere, is suspended. */
const notSuspended = `(
  not exists (select from "member" m where m."userId" = s."userId")
  or exists (select from "member" m where m."userId" = s."userId" and m."suspendedAt" is null)
)`;

export interface SessionActor {
  userId: number;
  language: Language | null;
  seenLongAgo: boolean;
  /** The team that the session is in, or that was named, if they are active there. */
  teamId: string | null;
}

/** The team of a person that comes first: `chosen` if they are active there, else the one that was made first. */
const firstTeam = (userId: string, chosen: string) => sql<string | null>`(
  select m."teamId" from "member" m join "team" t on t."id" = m."teamId"
  where m."userId" = ${sql.raw(userId)} and m."suspendedAt" is null
  order by m."teamId" is not distinct from ${sql.raw(chosen)} desc, t."number"
  limit 1
)`;

/**
 * Finds the person of a live session, in one indexed query: it runs on every call of every signed-in person.
 * @param named a team in place of the session's; null in the answer unless they are active there
 */
export async function actorOfSession(
  db: Db,
  sessionId: string,
  named?: string,
): Promise<SessionActor | undefined> {
  const team = named === undefined ? firstTeam('s."userId"', 's."teamId"') : activeTeam(named);
  const { rows } = await sql<SessionActor>`
    select s."userId", u."language", s."lastSeenAt" < now() - interval '1 minute' as "seenLongAgo",
      ${team} as "teamId"
    from "session" s join "user" u on u."id" = s."userId"
    where s."id" = ${sessionId} and s."revokedAt" is null and s."expiresAt" > now() and ${sql.raw(notSuspended)}
  `.execute(db);
  return rows[0];
}

function activeTeam(teamId: string) {
  return sql<string | null>`(
    select m."teamId" from "member" m
    where m."userId" = s."userId" and m."teamId" = ${teamId} and m."suspendedAt" is null
  )`;
}

/** Which of these sessions are still good: neither ended nor expired, and their person not suspended. */
export async function goodSessions(db: Db, sessionIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s."id" from "session" s
    where s."id" = any(${sessionIds}) and s."revokedAt" is null and s."expiresAt" > now()
      and ${sql.raw(notSuspended)}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** How a session ended that is no longer good, and whether its person is suspended; undefined for an unknown one. */
export async function endOfSession(
  db: Db,
  sessionId: string,
): Promise<
  { revoked: boolean; endedBy: SessionEnd | null; expired: boolean; suspended: boolean } | undefined
> {
  return db
    .selectFrom('session as s')
    .select([
      's.endedBy',
      sql<boolean>`s."revokedAt" is not null`.as('revoked'),
      sql<boolean>`s."expiresAt" <= now()`.as('expired'),
      sql<boolean>`not ${sql.raw(notSuspended)}`.as('suspended'),
    ])
    .where('s.id', '=', sessionId)
    .executeTakeFirst();
}

/** Whether a person is a member somewhere, but active nowhere. */
export async function isSuspended(db: Db, userId: number): Promise<boolean> {
  const { active, all } = await db
    .selectFrom('member')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('suspendedAt', 'is', null).as('active'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return all > 0 && active === 0;
}

export interface NewSession {
  id: string;
  userId: number;
  userAgent: string;
  ip: string;
  expiresAt: Date;
}

/** Begins a session in the team that its person was in last. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { id, userId, userAgent, ip, expiresAt } = session;
  await sql`
    insert into "session" ("id", "userId", "userAgent", "ip", "expiresAt", "teamId")
    select ${id}::uuid, u."id", ${userAgent}, ${ip}, ${expiresAt}::timestamptz,
      ${firstTeam('u."id"', 'u."currentTeamId"')}
    from "user" u where u."id" = ${userId}
  `.execute(db);
}

/** Has a session read the lists of another team. */
export async function setTeamOfSession(db: Db, sessionId: string, teamId: string): Promise<void> {
  await db.updateTable('session').set({ teamId }).where('id', '=', sessionId).execute();
}

export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await sql`
    update "session" set "lastSeenAt" = now()
    where "id" = ${sessionId} and "lastSeenAt" < now() - interval '1 minute'
  `.execute(db);
}

/** The same for many at once. */
export async function touchSessions(db: Db, sessionIds: readonly string[]): Promise<void> {
  await sql`
    update "session" set "lastSeenAt" = now()
    where "id" = any(${sessionIds}) and "lastSeenAt" < now() - interval '1 minute'
  `.execute(db);
}

/** Ends a session; answers whose it was, or undefined when it had ended already. */
export async function revokeSession(db: Db, sessionId: string): Promise<{ userId: number } | undefined> {
  return db
    .updateTable('session')
    .set({ revokedAt: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
}

export interface ListedSession {
  id: string;
  userAgent: string;
  ip: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** A person's live sessions, the one used last first. */
export async function sessionsOf(db: Db, userId: number): Promise<ListedSession[]> {
  return db
    .selectFrom('session')
    .select(['id', 'userAgent', 'ip', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
}

/**
 * Ends one person's sessions: the one named, or all but the one excepted; answers those that it ended. What they say of
 * their devices is gone with them.
 */
export async function revokeSessionsOf(
  db: Db,
  userId: number,
  which: { only: string } | { except: string | null },
  endedBy: SessionEnd,
): Promise<string[]> {
  let update = db
    .updateTable('session')
    .set({ revokedAt: sql<Date>`now()`, endedBy, userAgent: '', ip: '' })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null);
  if ('only' in which) update = update.where('id', '=', which.only);
  else if (which.except !== null) update = update.where('id', '<>', which.except);
  const rows = await update.returning('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes sessions past their time. One that somebody ended stays until its token is over, so that its holder is told.
 */
export async function sweepSessions(db: Db): Promise<void> {
  const now = sql<Date>`now()`;
  await db
    .deleteFrom('session')
    .where((eb) =>
      eb.or([eb('expiresAt', '<', now), eb.and([eb('revokedAt', '<', now), eb('endedBy', 'is', null)])]),
    )
    .execute();
}
