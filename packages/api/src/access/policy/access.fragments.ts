import { type RawBuilder, sql } from 'kysely';

/** The person a query reads for: an actor, or the person a turn acts for. */
export interface Reader {
  userId: number;
}

interface Row {
  teamId: RawBuilder<unknown>;
  /** Rank by the team defaults. */
  teamLevel: RawBuilder<unknown>;
  /** uuid[] on which a grant counts. */
  path: RawBuilder<unknown>;
}

function channelRow(alias: string): Row {
  return {
    teamId: sql.ref(`${alias}.teamId`),
    teamLevel: sql.ref(`${alias}.teamLevel`),
    path: sql.ref(`${alias}.accessPath`),
  };
}

function appRow(alias: string): Row {
  return {
    teamId: sql.ref(`${alias}.teamId`),
    teamLevel: sql`case when ${sql.ref(`${alias}.visibility`)} = 'team' then ${sql.ref(`${alias}.level`)} else 0 end`,
    path: sql`array[${sql.ref(`${alias}.id`)}]`,
  };
}

/** `heldLevel` in SQL, as a rank, for an active member whose row is in the query. */
function rankOf(row: Row, member: string): RawBuilder<number> {
  return sql<number>`greatest(
    case when ${sql.ref(`${member}.role`)} = 'guest' then 0 else ${row.teamLevel} end,
    (
      select max("own"."level") from "grant" as "own"
      where "own"."userId" = ${sql.ref(`${member}.userId`)} and "own"."teamId" = ${sql.ref(`${member}.teamId`)}
        and "own"."targetId" = any(${row.path})
    )
  )`;
}

function rankFor(reader: Reader, row: Row): RawBuilder<number> {
  return sql<number>`coalesce((
    select ${rankOf(row, 'reader')} from "member" as "reader"
    where "reader"."teamId" = ${row.teamId} and "reader"."userId" = ${reader.userId}
      and "reader"."suspendedAt" is null
  ), 0)`;
}

/**
 * Rank (0 to 4) of the reader on a channel of the query, named by its alias. Ignores the bin: filter by
 * `visibleTo` as well.
 */
export function levelFor(reader: Reader, alias = 'channel'): RawBuilder<number> {
  return rankFor(reader, channelRow(alias));
}

/**
 * The same for long lists, in a query that has joined the reader's row of `member` and refuses suspended ones:
 * the membership is then looked up once, not for every row.
 */
export function levelOfMember(alias = 'channel', member = 'member'): RawBuilder<number> {
  return rankOf(channelRow(alias), member);
}

/** Whether the reader may view a channel of the query, and neither it nor its app is in the bin. */
export function visibleTo(reader: Reader, alias = 'channel'): RawBuilder<boolean> {
  return sql<boolean>`(${outOfBin(alias)} and ${levelFor(reader, alias)} > 0)`;
}

/** Whether neither a channel of the query nor its app is in the bin. */
export function outOfBin(alias = 'channel'): RawBuilder<boolean> {
  return sql<boolean>`(
    ${sql.ref(`${alias}.deletedAt`)} is null
    and exists (
      select from "app" as "home" where "home"."id" = ${sql.ref(`${alias}.appId`)} and "home"."deletedAt" is null
    )
  )`;
}

/** Rank (0 to 4) that the reader holds on an app of the query, named by its alias. */
export function appLevelFor(reader: Reader, alias = 'app'): RawBuilder<number> {
  return rankFor(reader, appRow(alias));
}

/**
 * Whether the reader may view an app of the query that is not in the bin; a personal app is visible to its
 * member only.
 */
export function appVisibleTo(reader: Reader, alias = 'app'): RawBuilder<boolean> {
  return sql<boolean>`(
    ${sql.ref(`${alias}.deletedAt`)} is null
    and coalesce(${sql.ref(`${alias}.personalUserId`)}, ${reader.userId}) = ${reader.userId}
    and ${appLevelFor(reader, alias)} > 0
  )`;
}

/** The same for long lists, in a query that has joined the reader's row of `member` and refuses suspended ones. */
export function appLevelOfMember(alias = 'app', member = 'member'): RawBuilder<number> {
  return rankOf(appRow(alias), member);
}
