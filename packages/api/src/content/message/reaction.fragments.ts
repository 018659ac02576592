import { type RawBuilder, sql } from 'kysely';
import type { ReactionRow } from './row.ts';

/** Maximum names listed per emoji. */
const NAMED = 10;

const reacted = {
  message: { table: 'reaction', id: 'messageId' },
  comment: { table: 'comment_reaction', id: 'commentId' },
} as const;

/** Selects the reactions to a message or comment of the query by emoji, in the order of their first use. */
export function reactionsOf(target: keyof typeof reacted): RawBuilder<ReactionRow[]> {
  const { table, id } = reacted[target];
  return sql<ReactionRow[]>`(
    select coalesce(
      jsonb_agg(jsonb_build_object('emoji', "emoji", 'userIds', "userIds", 'people', "people") order by "first", "emoji"),
      '[]'
    )
    from (
      select
        "given"."emoji",
        min("given"."createdAt") as "first",
        jsonb_agg("given"."userId") as "userIds",
        (array_agg("giver"."name" order by "given"."createdAt", "giver"."id"))[1:${sql.lit(NAMED)}] as "people"
      from ${sql.table(table)} as "given" join "user" as "giver" on "giver"."id" = "given"."userId"
      where ${sql.ref(`given.${id}`)} = ${sql.ref(`${target}.id`)}
      group by "given"."emoji"
    ) as "by_emoji"
  )`;
}
