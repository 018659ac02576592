import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import type { Reader } from './access.fragments.ts';

/** Whether a member, by alias, holds a grant on the path of a channel, by alias. */
const granted = (member: string, channel: string) => sql<boolean>`exists (
  select from "grant" as "held"
  where "held"."userId" = ${sql.ref(`${member}.userId`)} and "held"."teamId" = ${sql.ref(`${member}.teamId`)}
    and "held"."targetId" = any(${sql.ref(`${channel}.accessPath`)})
)`;

/**
 * Which of these channels everyone may view who may view the room, another channel of their team. The audience of a
 * channel is the active full members if its `teamLevel` says so, and the active holders of grants on its path; so two
 * are compared without going through the people: a team default covers another, and else somebody without a grant is
 * looked for among the full members, and among those whom grants let into the room.
 */
export async function seenByRoom(
  db: Db,
  roomId: string,
  channelIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select "thing"."id" from "channel" as "room" join "channel" as "thing" on "thing"."teamId" = "room"."teamId"
    where "room"."id" = ${roomId} and "thing"."id" = any(${channelIds}::uuid[])
      and not ("room"."teamLevel" > 0 and "thing"."teamLevel" = 0 and exists (
        select from "member"
        where "member"."teamId" = "room"."teamId" and "member"."suspendedAt" is null and "member"."role" <> 'guest'
          and not ${granted('member', 'thing')}
      ))
      and not exists (
        select from "grant" as "let"
        join "member" on "member"."teamId" = "let"."teamId" and "member"."userId" = "let"."userId"
        where "let"."targetId" = any("room"."accessPath") and "let"."teamId" = "room"."teamId"
          and "member"."suspendedAt" is null and ("member"."role" = 'guest' or "thing"."teamLevel" = 0)
          and not ${granted('member', 'thing')}
      )`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a member, by alias, holds a grant on an app, by alias. */
const grantedOn = (member: string, app: string) => sql<boolean>`exists (
  select from "grant" as "held"
  where "held"."userId" = ${sql.ref(`${member}.userId`)} and "held"."teamId" = ${sql.ref(`${member}.teamId`)}
    and "held"."targetId" = ${sql.ref(`${app}.id`)}
)`;

/** Whether everyone who may view a channel may view its app too; compared as in `seenByRoom`. */
export async function isAppSeenByRoom(db: Db, roomId: string): Promise<boolean> {
  const isForTeam = sql`("app"."visibility" = 'team' and "app"."level" > 0)`;
  const { rows } = await sql`
    select 1 from "channel" as "room" join "app" on "app"."id" = "room"."appId"
    where "room"."id" = ${roomId}
      and not ("room"."teamLevel" > 0 and not ${isForTeam} and exists (
        select from "member"
        where "member"."teamId" = "room"."teamId" and "member"."suspendedAt" is null and "member"."role" <> 'guest'
          and not ${grantedOn('member', 'app')}
      ))
      and not exists (
        select from "grant" as "let"
        join "member" on "member"."teamId" = "let"."teamId" and "member"."userId" = "let"."userId"
        where "let"."targetId" = any("room"."accessPath") and "let"."teamId" = "room"."teamId"
          and "member"."suspendedAt" is null and ("member"."role" = 'guest' or not ${isForTeam})
          and not ${grantedOn('member', 'app')}
      )`.execute(db);
  return rows.length > 0;
}

/** Whether anybody but this person may view a channel. */
export async function othersSee(db: Db, { userId }: Reader, roomId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "channel" as "room" join "member" on "member"."teamId" = "room"."teamId"
    where "room"."id" = ${roomId} and "member"."userId" <> ${userId} and "member"."suspendedAt" is null
      and (("member"."role" <> 'guest' and "room"."teamLevel" > 0) or ${granted('member', 'room')})
    limit 1`.execute(db);
  return rows.length > 0;
}
