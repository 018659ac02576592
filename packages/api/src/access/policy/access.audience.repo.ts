import type { Db } from '@tandem/db';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from './access.fragments.ts';

/** Whether a member, by alias, has a grant on the path of a channel, by alias. */
const granted = (member: string, channel: string) => sql<boolean>`exists (
  select from "grant" as "held"
  where "held"."userId" = ${sql.ref(`${member}.userId`)} and "held"."teamId" = ${sql.ref(`${member}.teamId`)}
    and "held"."targetId" = any(${sql.ref(`${channel}.accessPath`)})
)`;

/**
 * Whether the whole audience of a channel (by alias) may view another channel of its team (by alias). The audience of a
 * channel is the active full members if its `teamLevel` says so, plus the active holders of grants on its path. Two
 * audiences are compared without enumerating people: a team default covers another; otherwise the query looks for a
 * member without a grant among the full members and the people with grants on the first channel.
 */
function isCovered(audience: string, thing: string): RawBuilder<boolean> {
  const at = (alias: string, column: string) => sql.ref(`${alias}.${column}`);
  return sql<boolean>`(
    ${at(audience, 'teamId')} = ${at(thing, 'teamId')}
    and not (${at(audience, 'teamLevel')} > 0 and ${at(thing, 'teamLevel')} = 0 and exists (
      select from "member"
      where "member"."teamId" = ${at(audience, 'teamId')} and "member"."suspendedAt" is null
        and "member"."role" <> 'guest' and not ${granted('member', thing)}
    ))
    and not exists (
      select from "grant" as "let"
      join "member" on "member"."teamId" = "let"."teamId" and "member"."userId" = "let"."userId"
      where "let"."targetId" = any(${at(audience, 'accessPath')}) and "let"."teamId" = ${at(audience, 'teamId')}
        and "member"."suspendedAt" is null
        and ("member"."role" = 'guest' or ${at(thing, 'teamLevel')} = 0)
        and not ${granted('member', thing)}
    )
  )`;
}

/** Selects those of these channels that the whole audience of `channelId`, another channel of their team, may view. */
export async function seenByAudience(
  db: Db,
  channelId: string,
  channelIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select "thing"."id" from "channel" as "audience" join "channel" as "thing" on "thing"."teamId" = "audience"."teamId"
    where "audience"."id" = ${channelId} and "thing"."id" = any(${channelIds}::uuid[])
      and ${isCovered('audience', 'thing')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Whether the whole audience of `channelId` may view a channel of the query, named by its alias. */
export function visibleToAudience(channelId: string, alias: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from "channel" as "audience" where "audience"."id" = ${channelId} and ${isCovered('audience', alias)}
  )`;
}

/** Whether a member, by alias, has a grant on an app, by alias. */
const grantedOn = (member: string, app: string) => sql<boolean>`exists (
  select from "grant" as "held"
  where "held"."userId" = ${sql.ref(`${member}.userId`)} and "held"."teamId" = ${sql.ref(`${member}.teamId`)}
    and "held"."targetId" = ${sql.ref(`${app}.id`)}
)`;

/** Whether everyone who may view a channel may view its app too; compares as `seenByAudience` does. */
export async function isAppSeenByAudience(db: Db, channelId: string): Promise<boolean> {
  const isForTeam = sql`("app"."visibility" = 'team' and "app"."level" > 0)`;
  const { rows } = await sql`
    select 1 from "channel" as "audience" join "app" on "app"."id" = "audience"."appId"
    where "audience"."id" = ${channelId}
      and not ("audience"."teamLevel" > 0 and not ${isForTeam} and exists (
        select from "member"
        where "member"."teamId" = "audience"."teamId" and "member"."suspendedAt" is null and "member"."role" <> 'guest'
          and not ${grantedOn('member', 'app')}
      ))
      and not exists (
        select from "grant" as "let"
        join "member" on "member"."teamId" = "let"."teamId" and "member"."userId" = "let"."userId"
        where "let"."targetId" = any("audience"."accessPath") and "let"."teamId" = "audience"."teamId"
          and "member"."suspendedAt" is null and ("member"."role" = 'guest' or not ${isForTeam})
          and not ${grantedOn('member', 'app')}
      )`.execute(db);
  return rows.length > 0;
}

/** Whether anyone except this person may view a channel. */
export async function othersSee(db: Db, { userId }: Reader, channelId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "channel" as "audience" join "member" on "member"."teamId" = "audience"."teamId"
    where "audience"."id" = ${channelId} and "member"."userId" <> ${userId} and "member"."suspendedAt" is null
      and (("member"."role" <> 'guest' and "audience"."teamLevel" > 0) or ${granted('member', 'audience')})
    limit 1`.execute(db);
  return rows.length > 0;
}
