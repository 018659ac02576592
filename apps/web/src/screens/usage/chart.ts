import type { UsageReport, UsageSums } from '@tandem/shared/usage/schema';

import { CHART_MAIN } from '../../ui/report/axes.ts';

export type Metric = 'cost' | 'tokens';

/** Models that have a colour of their own; the rest are one. */
const OWN = 5;
const OTHERS = 'others';

/** Colours that tell apart in light and dark, in order. */
export const chartColors = [CHART_MAIN, 'orange.5', 'indigo.4', 'lime.6', 'pink.5', 'gray.5'] as const;

/** A day with the amount of each series by its key. */
export type ChartDay = { day: string } & Record<string, string | number>;

export interface Series {
  key: string;
  name: string;
  color: string;
}

/** The value of a total in a metric. */
export function amountOf({ cost, inputTokens, outputTokens }: UsageSums, metric: Metric): number {
  return metric === 'cost' ? cost : inputTokens + outputTokens;
}

/** The report as bars: one a day, stacked by model, the most used first. */
export function chartOf(
  report: UsageReport,
  days: readonly string[],
  metric: Metric,
  words: { gone: string; others: string },
): { series: Series[]; data: ChartDay[] } {
  const models = [...report.models]
    .filter((model) => amountOf(model, metric) > 0)
    .sort((a, b) => amountOf(b, metric) - amountOf(a, metric));
  const own = models.length > OWN + 1 ? models.slice(0, OWN) : models;
  const keyOf = new Map(own.map(({ id }, index) => [id, `m${index}`]));
  const series = own.map(({ name }, index) => ({
    key: `m${index}`,
    name: name || words.gone,
    color: chartColors[index % chartColors.length] ?? 'gray.5',
  }));
  if (own.length < models.length) series.push({ key: OTHERS, name: words.others, color: 'gray.5' });
  const rows = new Map<string, ChartDay>(
    days.map((day) => [day, { day, ...Object.fromEntries(series.map(({ key }) => [key, 0])) }]),
  );
  for (const each of report.days) {
    const row = rows.get(each.day);
    const value = amountOf(each, metric);
    const key = keyOf.get(each.modelId) ?? OTHERS;
    if (row && value > 0) row[key] = Number(row[key] ?? 0) + value;
  }
  return { series, data: [...rows.values()] };
}
