import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Marks a channel of a member's own app, and those that a grant on it reaches, as changed. @returns which they are */
export async function touchOwn(tx: Db, targetId: string, revision: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update "channel" set "revision" = ${revision} from "app"
    where "app"."id" = "channel"."appId" and "app"."personalUserId" is not null
      and "channel"."accessPath" @> array[${targetId}::uuid] and "channel"."deletedAt" is null
    returning "channel"."id"`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Marks channels of other members' personal apps that a person may see, or could, as changed.
 * @returns their ids
 */
export async function touchOwnSharedWith(
  tx: Db,
  { teamId, userId, revision }: { teamId: string; userId: number; revision: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update "channel" set "revision" = ${revision} from "app"
    where "app"."id" = "channel"."appId" and "app"."teamId" = ${teamId} and "app"."personalUserId" is not null
      and "app"."personalUserId" <> ${userId} and "channel"."deletedAt" is null
      and ("channel"."teamLevel" > 0 or "channel"."accessPath" && array(
        select "grant"."targetId" from "grant" where "grant"."teamId" = ${teamId} and "grant"."userId" = ${userId}
      ))
    returning "channel"."id"`.execute(tx);
  return rows.map(({ id }) => id);
}
