import type { Db } from '@tandem/db';
import type { TeamRole } from '@tandem/shared/team/schema';
import { type SqlBool, sql } from 'kysely';
import type { NameCursor } from '../../core/cursor.ts';
import { nameHolds, nameKey } from '../../core/names.ts';

/**
 * Serialises changes of a team's membership and roles until this transaction ends. Take it before the locks
 * of apps and of the team's row.
 */
export async function lockMembers(tx: Db, teamId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${membersKey(teamId)}, 0))`.execute(tx);
}

/**
 * Delays changes of a team's membership and roles, but not others that only rely on them: for rows such a
 * change must find, as a suspension withdraws invitations. Take it where `lockMembers` would be taken.
 */
export async function relyOnMembers(tx: Db, teamId: string): Promise<void> {
  const key = membersKey(teamId);
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx);
}

const membersKey = (teamId: string) => `tandem members ${teamId}`;

export interface MemberRow {
  teamId: string;
  userId: number;
  role: TeamRole;
  suspended: boolean;
}

/** A membership, be it suspended or not. */
export async function findMember(db: Db, teamId: string, userId: number): Promise<MemberRow | null> {
  const found = await db
    .selectFrom('member')
    .select(['teamId', 'userId', 'role', 'suspendedAt'])
    .where('teamId', '=', teamId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!found) return null;
  const { suspendedAt, ...member } = found;
  return { ...member, suspended: suspendedAt !== null };
}

/** Locks a person's row until the transaction ends, so that nobody adds them to a team meanwhile. */
export async function holdPerson(tx: Db, userId: number): Promise<void> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute();
}

/** The teams in which a person is, be they suspended there or not. */
export async function teamsOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('member').select('teamId').where('userId', '=', userId).execute();
  return rows.map(({ teamId }) => teamId);
}

/** Makes a person a member; false when they are one already. */
export async function insertMember(
  tx: Db,
  member: { teamId: string; userId: number; role: TeamRole },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('member')
    .values(member)
    .onConflict((conflict) => conflict.columns(['teamId', 'userId']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Changes the role of a member, or whether they are suspended. */
export async function updateMember(
  tx: Db,
  { teamId, userId }: { teamId: string; userId: number },
  change: { role: TeamRole } | { suspended: boolean },
): Promise<void> {
  const values = 'role' in change ? change : { suspendedAt: change.suspended ? sql<Date>`now()` : null };
  await tx
    .updateTable('member')
    .set(values)
    .where('teamId', '=', teamId)
    .where('userId', '=', userId)
    .execute();
}

/** Removes a person from a team, with all their grants there. */
export async function deleteMember(tx: Db, teamId: string, userId: number): Promise<void> {
  await tx.deleteFrom('member').where('teamId', '=', teamId).where('userId', '=', userId).execute();
  await tx
    .updateTable('user')
    .set({ currentTeamId: null })
    .where('id', '=', userId)
    .where('currentTeamId', '=', teamId)
    .execute();
}

/** Returns the longest-standing active owner of a team besides this person; null for none. */
export async function otherOwner(db: Db, teamId: string, userId: number): Promise<number | null> {
  const found = await db
    .selectFrom('member')
    .select('userId')
    .where('teamId', '=', teamId)
    .where('role', '=', 'owner')
    .where('suspendedAt', 'is', null)
    .where('userId', '<>', userId)
    .orderBy('createdAt')
    .orderBy('userId')
    .limit(1)
    .executeTakeFirst();
  return found?.userId ?? null;
}

/** A team's name, whether it is the installation's first, and how many are in it. */
export async function teamFacts(
  db: Db,
  teamId: string,
): Promise<{ name: string; isFirst: boolean; members: number }> {
  return db
    .selectFrom('team')
    .select([
      'name',
      sql<SqlBool>`"number" = (select min("number") from "team")`.$castTo<boolean>().as('isFirst'),
      sql<number>`(select count(*) from "member" where "member"."teamId" = "team"."id")`.as('members'),
    ])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
}

/** Deletes a team with everything in it. */
export async function deleteTeam(tx: Db, teamId: string): Promise<void> {
  await tx.deleteFrom('team').where('id', '=', teamId).execute();
}

/** A member as administrators see them. */
export interface ListedMember {
  id: number;
  name: string;
  avatar: string;
  email: string;
  role: TeamRole;
  suspendedAt: Date | null;
  lastSeenAt: Date | null;
  /** Sort key of the list. */
  sortName: string;
}

/** Returns members by name, after a position; `ids` restricts them to visible ones. */
export async function membersPage(
  db: Db,
  teamId: string,
  page: {
    query?: string | undefined;
    after?: NameCursor | undefined;
    limit: number;
    suspendedToo: boolean;
    ids?: readonly number[];
  },
): Promise<ListedMember[]> {
  let members = db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .select([
      'user.id',
      'user.name',
      'user.avatar',
      'user.email',
      'member.role',
      'member.suspendedAt',
      sql<Date | null>`(
        select max("session"."lastSeenAt") from "session" where "session"."userId" = "member"."userId"
      )`.as('lastSeenAt'),
      nameKey('user').as('sortName'),
    ])
    .where('member.teamId', '=', teamId);
  if (!page.suspendedToo) members = members.where('member.suspendedAt', 'is', null);
  if (page.ids) members = members.where(sql<SqlBool>`"member"."userId" = any(${page.ids}::int[])`);
  if (page.query)
    members = members.where(
      sql<SqlBool>`(
        ${nameHolds('user', page.query)}
        or position(lower(${page.query}) in "user"."email") > 0
      )`,
    );
  if (page.after) {
    const [name, id] = page.after;
    members = members.where(
      sql<SqlBool>`(${nameKey('user')}, "user"."id") > (${name}::text, ${id}::integer)`,
    );
  }
  return members.orderBy(nameKey('user')).orderBy('user.id').limit(page.limit).execute();
}
