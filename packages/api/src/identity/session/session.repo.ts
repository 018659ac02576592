import type { Db } from '@tandem/db';
import { compiledQuery } from '@tandem/db/compiled-query';
import type { SessionEnd } from '@tandem/shared/session/schema';
import type { Language } from '@tandem/shared/user/schema';
import { type RawBuilder, sql } from 'kysely';

/** A person who is a member of a team, but active in none, is suspended. */
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

/** The person of a live session, in one indexed query: it runs on every call of every signed-in person. */
function sessionActor(sessionId: string, team: RawBuilder<string | null>): RawBuilder<SessionActor> {
  return sql<SessionActor>`
    select s."userId", u."language", s."lastSeenAt" < now() - interval '1 minute' as "seenLongAgo",
      ${team} as "teamId"
    from "session" s join "user" u on u."id" = s."userId"
    where s."id" = ${sessionId} and s."revokedAt" is null and s."expiresAt" > now() and ${sql.raw(notSuspended)}
  `;
}

const actorInOwnTeam = compiledQuery((db, { sessionId }: { sessionId: string }) =>
  sessionActor(sessionId, firstTeam('s."userId"', 's."teamId"')).compile(db),
);
const actorInNamedTeam = compiledQuery((db, { sessionId, named }: { sessionId: string; named: string }) =>
  sessionActor(sessionId, activeTeam(named)).compile(db),
);

/**
 * Finds the person of a live session.
 * @param named a team in place of the session's; null in the answer unless they are active there
 */
export async function actorOfSession(
  db: Db,
  sessionId: string,
  named?: string,
): Promise<SessionActor | undefined> {
  const [found] =
    named === undefined
      ? await actorInOwnTeam(db, { sessionId })
      : await actorInNamedTeam(db, { sessionId, named });
  return found;
}

function activeTeam(teamId: string) {
  return sql<string | null>`(
    select m."teamId" from "member" m
    where m."userId" = s."userId" and m."teamId" = ${teamId} and m."suspendedAt" is null
  )`;
}

/** Returns those of these sessions that are neither ended nor expired, and whose person is not suspended. */
export async function goodSessions(db: Db, sessionIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s."id" from "session" s
    where s."id" = any(${sessionIds}) and s."revokedAt" is null and s."expiresAt" > now()
      and ${sql.raw(notSuspended)}
  `.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Returns how an invalid session ended, and whether its person is suspended; undefined for an unknown one.
 */
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

/** Whether a person is a member of a team, but active in none. */
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

/** Starts a session in its person's last team. */
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

/** `touchSession` for many at once. */
export async function touchSessions(db: Db, sessionIds: readonly string[]): Promise<void> {
  await sql`
    update "session" set "lastSeenAt" = now()
    where "id" = any(${sessionIds}) and "lastSeenAt" < now() - interval '1 minute'
  `.execute(db);
}

/** Ends a session; returns its person, or undefined when it had ended already. */
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
 * Ends one person's sessions: the given one, or all but the excepted one; returns the ids of those it ended.
 * Deletes what is stored about their devices.
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
 * Deletes expired sessions. One ended by somebody stays until its token expires, so that its holder learns
 * why.
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
