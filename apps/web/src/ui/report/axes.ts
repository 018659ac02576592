/** The first colour of every chart, which tells apart from its ground in light and in dark. */
export const CHART_MAIN = 'var(--chart-main)';

/**
 * Of every chart: the keyboard skips it, since screen readers get the table, and amount labels, which stand 10 pixels to
 * the left of their axis, do not reach beyond it.
 */
export const CHART_FRAME = {
  accessibilityLayer: false,
  margin: { top: 5, right: 5, bottom: 5, left: 12 },
};

/** Day labels below a chart: as many as fit, at equal distances. */
export function dayAxis(dayName: (day: unknown) => string) {
  return { tickFormatter: dayName, minTickGap: 24, interval: 'equidistantPreserveStart' as const };
}

/** Amount labels beside a chart: every step, so that its lines can be read, and as wide as the longest. */
export function amountAxis(short: (value: number) => string, allowDecimals: boolean) {
  return { tickFormatter: short, width: 'auto' as const, interval: 0, allowDecimals };
}
