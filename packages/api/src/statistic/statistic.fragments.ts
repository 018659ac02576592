import type { StatisticDimension } from '@tandem/db/tables/statistic';
import { type RawBuilder, sql } from 'kysely';
import type { DayRange, Pieces } from './statistic.range.ts';

const keyOf: Record<StatisticDimension, RawBuilder<unknown>> = {
  team: sql`''`,
  user: sql`"userId"::text`,
  app: sql`"appId"::text`,
  model: sql`"modelId"::text`,
};

const within = ({ from, to }: DayRange) => sql`between ${from}::date and ${to}::date`;

/**
 * Rows that together hold what a team spent in a range, by one dimension: `key`, `cost`, `turns`, `failures` and
 * `tokens`. A key may have several.
 */
export function spentBy(
  teamId: string,
  dimension: StatisticDimension,
  { months, days, recent }: Pieces,
): RawBuilder<unknown> {
  const summed = (grain: 'day' | 'month', when: RawBuilder<unknown>) => sql`
    select "key", "cost", "turns", "failures", "inputTokens" + "outputTokens" as "tokens" from "statistic_usage"
    where "teamId" = ${teamId} and "dimension" = ${sql.lit(dimension)} and "grain" = ${sql.lit(grain)} and "start" ${when}`;
  const parts = days.map((range) => summed('day', within(range)));
  if (months) parts.push(summed('month', sql`>= ${months.from}::date and "start" < ${months.to}::date`));
  if (recent)
    parts.push(sql`
      select ${keyOf[dimension]} as "key", "cost", "turns", "failures", "inputTokens" + "outputTokens" as "tokens"
      from "usage_day"
      where "teamId" = ${teamId} and "day" ${within(recent)}`);
  return sql`(${sql.join(parts, sql` union all `)})`;
}
