import type { StatisticDimension } from '@tandem/db/tables/statistic';
import { type RawBuilder, sql } from 'kysely';
import type { DayRange, Pieces } from './range.ts';

const keyOf: Record<StatisticDimension, RawBuilder<unknown>> = {
  team: sql`''`,
  user: sql`"userId"`,
  app: sql`"appId"`,
  model: sql`"modelId"`,
};
const typeOf: Record<StatisticDimension, RawBuilder<unknown>> = {
  team: sql`text`,
  user: sql`integer`,
  app: sql`uuid`,
  model: sql`uuid`,
};

const within = ({ from, to }: DayRange) => sql`between ${from}::date and ${to}::date`;

/** The same columns, by other words before them. */
const sums = (sign: '' | '-', from: RawBuilder<unknown>) =>
  sql`${sql.raw(
    ['"cost"', '"turns"', '"failures"', '("inputTokens" + "outputTokens")']
      .map((sum) => sign + sum)
      .join(', '),
  )} from ${from}`;

/**
 * Selects rows whose sums are a team's usage in a range by one dimension: `key`, `cost`, `turns`, `failures`
 * and `tokens`. A key may have several, including negative ones that correct others; `only` restricts the
 * keys.
 */
export function spentBy(
  teamId: string,
  dimension: StatisticDimension,
  { months, days, without, recent }: Pieces,
  only?: readonly (string | number)[],
): RawBuilder<unknown> {
  const summed = (sign: '' | '-', grain: 'day' | 'month', when: RawBuilder<unknown>) => sql`
    select "key", ${sums(sign, sql`"statistic_usage"`)}
    where "teamId" = ${teamId} and "dimension" = ${sql.lit(dimension)} and "grain" = ${sql.lit(grain)}
      and "start" ${when} ${only ? sql`and "key" = any(${only}::text[])` : sql``}`;
  const parts = days.map((range) => summed('', 'day', within(range)));
  parts.push(...without.map((range) => summed('-', 'day', within(range))));
  if (months) parts.push(summed('', 'month', sql`>= ${months.from}::date and "start" < ${months.to}::date`));
  if (recent)
    parts.push(sql`
      select ${keyOf[dimension]}::text, ${sums('', sql`"usage_day"`)}
      where "teamId" = ${teamId} and "day" ${within(recent)}
        ${only ? sql`and ${keyOf[dimension]} = any(${only}::${typeOf[dimension]}[])` : sql``}`);
  return sql`(${sql.join(parts, sql` union all `)}) as "spent" ("key", "cost", "turns", "failures", "tokens")`;
}
