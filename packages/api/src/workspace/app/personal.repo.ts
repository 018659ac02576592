import type { Db } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import type { Language } from '@tandem/shared/user/schema';
import { type SqlBool, sql } from 'kysely';
import { withSpelling } from '../../core/names.ts';

interface Membership {
  teamId: string;
  userId: number;
}

/** The app that is a member's own in a team, if it was ever made. */
export async function personalAppOf(db: Db, { teamId, userId }: Membership): Promise<string | null> {
  const found = await db
    .selectFrom('app')
    .select('id')
    .where('personalUserId', '=', userId)
    .where('teamId', '=', teamId)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Returns a member's language: their own, else their team's default. */
export async function languageOfMember(
  db: Db,
  { teamId, userId }: Membership,
): Promise<Language | null | undefined> {
  const { rows } = await sql<{ language: Language | null }>`
    select coalesce("user"."language", "team"."preference"->>'language') as "language"
    from "user", "team" where "user"."id" = ${userId} and "team"."id" = ${teamId}`.execute(db);
  return rows[0]?.language;
}

/** Grants a member their personal app, and private channels in it without a manager. */
export async function grantOwn(tx: Db, appId: string, { teamId, userId }: Membership): Promise<void> {
  await sql`
    insert into "grant" ("targetId", "userId", "teamId", "level")
    select "target"."id", ${userId}, ${teamId}, ${levelRank.manage} from (
      select ${appId}::uuid as "id"
      union all
      select "id" from "channel" where "appId" = ${appId} and "visibility" = 'private' and not exists (
        select from "grant" where "targetId" = any("channel"."accessPath") and "level" = ${levelRank.manage}
      )
    ) as "target"
    on conflict ("targetId", "userId") do nothing`.execute(tx);
}

/**
 * Hides a personal app from its member.
 * @returns whether they had it
 */
export async function ungrantOwn(tx: Db, appId: string, userId: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('grant')
    .where('targetId', '=', appId)
    .where('userId', '=', userId)
    .returning('level')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Marks an app as changed in its team's tree. */
export async function touchApp(tx: Db, appId: string, revision: number): Promise<void> {
  await tx.updateTable('app').set({ revision, hiddenRevision: revision }).where('id', '=', appId).execute();
}

/**
 * Renames a person's own apps that still have one of `names`.
 * @returns their teams
 */
export async function renameOwn(
  tx: Db,
  userId: number,
  { names, to }: { names: readonly string[]; to: string },
): Promise<{ id: string; teamId: string }[]> {
  return tx
    .updateTable('app')
    .set(withSpelling({ name: to }))
    .where('personalUserId', '=', userId)
    .where(sql<SqlBool>`"name" = any(${names}::text[])`)
    .where('name', '<>', to)
    .returning(['id', 'teamId'])
    .execute();
}

/** Members' own apps in a space, in order and locked. */
export async function ownAppsOfSpace(tx: Db, spaceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('app')
    .select(['id', 'sort'])
    .where('spaceId', '=', spaceId)
    .where('personalUserId', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Puts channels of personal apps that only this person could see into the bin, and the apps themselves if
 * nothing else is in them.
 */
export async function binOwn(tx: Db, userId: number): Promise<void> {
  await sql`
    update "channel" set "deletedAt" = now() from "app"
    where "app"."id" = "channel"."appId" and "app"."personalUserId" = ${userId}
      and "channel"."deletedAt" is null and "channel"."teamLevel" = 0
      and not exists (select from "grant" where "targetId" = any("channel"."accessPath"))`.execute(tx);
  await sql`
    update "app" set "deletedAt" = now()
    where "personalUserId" = ${userId} and "deletedAt" is null
      and not exists (select from "channel" where "appId" = "app"."id" and "deletedAt" is null)`.execute(tx);
}
