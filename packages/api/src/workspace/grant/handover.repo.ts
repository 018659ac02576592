import type { Db } from '@tandem/db';
import { levelRank } from '@tandem/shared/access/permissions';
import { sql } from 'kysely';

interface Leaving {
  teamId: string;
  userId: number;
}

/** Whether an active member other than the leaver manages the channel of this path. */
const othersManage = (path: string, { userId }: Leaving) => sql<boolean>`exists (
  select from "grant" as "held"
  join "member" on "member"."teamId" = "held"."teamId" and "member"."userId" = "held"."userId"
  where "held"."targetId" = any(${sql.raw(path)}) and "held"."level" = ${levelRank.manage}
    and "held"."userId" <> ${userId} and "member"."suspendedAt" is null
)`;

/**
 * Returns apps only this person manages, including the bin, without their personal app, which is kept for
 * them.
 */
export async function appsOnlyOf(tx: Db, leaving: Leaving): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select "app"."id" from "grant" as "own" join "app" on "app"."id" = "own"."targetId"
    where "own"."userId" = ${leaving.userId} and "own"."teamId" = ${leaving.teamId}
      and "own"."level" = ${levelRank.manage} and "app"."personalUserId" is null
      and not ("app"."visibility" = 'team' and "app"."level" = ${levelRank.manage})
      and not ${othersManage('array["app"."id"]', leaving)}
    order by "app"."id"
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether anybody besides the leaver sees a channel of a personal app; true for channels of other apps. */
const sharedFromOwn = ({ userId }: Leaving) => sql<boolean>`(
  "channel"."teamLevel" > 0
  or not exists (
    select from "app" where "app"."id" = "channel"."appId" and "app"."personalUserId" is not null
  )
  or exists (
    select from "grant" as "let"
    where "let"."targetId" = any("channel"."accessPath") and "let"."userId" <> ${userId}
  )
)`;

/** Channels that only this person manages, without those below another of them or in an app of theirs. */
export async function channelsOnlyOf(
  tx: Db,
  leaving: Leaving,
  appIds: readonly string[],
): Promise<{ id: string; appId: string }[]> {
  const { rows } = await sql<{ id: string; appId: string }>`
    with "mine" as (
      select "channel"."id", "channel"."appId", "channel"."accessPath"
      from "grant" as "own" join "channel" on "channel"."id" = "own"."targetId"
      where "own"."userId" = ${leaving.userId} and "own"."teamId" = ${leaving.teamId}
        and "own"."level" = ${levelRank.manage} and "channel"."teamLevel" < ${levelRank.manage}
        and not "channel"."accessPath" && ${appIds}::uuid[] and ${sharedFromOwn(leaving)}
        and not ${othersManage('"channel"."accessPath"', leaving)}
    )
    select "id", "appId" from "mine"
    where not exists (
      select from "mine" as "above" where "above"."id" <> "mine"."id" and "above"."id" = any("mine"."accessPath")
    )
    order by "id"
  `.execute(tx);
  return rows;
}

/** Locks apps in a fixed order, to serialise with changes of their trees. */
export async function lockApps(tx: Db, appIds: readonly string[]): Promise<void> {
  if (appIds.length === 0) return;
  await tx.selectFrom('app').select('id').where('id', 'in', appIds).orderBy('id').forNoKeyUpdate().execute();
}

/** Gives a person manage on these apps and channels, and marks them with their subtrees as changed. */
export async function handTo(
  tx: Db,
  {
    teamId,
    targetIds,
    userId,
    revision,
  }: { teamId: string; targetIds: string[]; userId: number; revision: number },
): Promise<void> {
  await sql`
    insert into "grant" ("targetId", "userId", "teamId", "level")
    select "targetId", ${userId}, ${teamId}, ${levelRank.manage} from unnest(${targetIds}::uuid[]) as "targetId"
    on conflict ("targetId", "userId") do update set "level" = excluded."level"
  `.execute(tx);
  await tx.updateTable('app').set({ revision, ownerId: userId }).where('id', 'in', targetIds).execute();
  await sql`
    update "channel" set "revision" = ${revision} where "accessPath" && ${targetIds}::uuid[]
  `.execute(tx);
}
