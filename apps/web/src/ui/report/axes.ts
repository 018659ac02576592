/** The first colour of every chart, which tells apart from its ground in light and in dark. */
export const CHART_MAIN = 'var(--chart-main)';

/** Days below a chart: as many as fit, at equal distances. */
export function dayAxis(dayName: (day: unknown) => string) {
  return { tickFormatter: dayName, minTickGap: 24, interval: 'equidistantPreserveStart' as const };
}

/** Amounts beside a chart: every step, for its lines to be read. */
export function amountAxis(short: (value: number) => string, allowDecimals: boolean) {
  return { tickFormatter: short, width: 52, interval: 0, allowDecimals };
}
