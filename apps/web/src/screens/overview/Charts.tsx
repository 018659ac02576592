import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import type { StatisticDay, StatisticTotal } from '@tandem/shared/statistic/schema';
import { MICRO_CREDITS } from '@tandem/shared/usage/credit';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatNumber, formatShort } from '../../ui/credits.ts';
import { amountAxis, CHART_FRAME, CHART_MAIN, dayAxis } from '../../ui/report/axes.ts';
import { dayNames } from '../../ui/report/days.ts';
import styles from '../../ui/report/Report.module.css';
import { formatSeconds } from './seconds.ts';

type Counted = Exclude<keyof StatisticDay, 'day'> | 'tokens';

interface Curve {
  title: string;
  kind: 'bars' | 'lines';
  series: { name: Counted; label: string; color: string }[];
  /** As in tooltips, and as on the axis. */
  say(value: number): string;
  short?(value: number): string;
  /** Whether it counts in parts, too. */
  decimals?: boolean;
}

/** Days with an amount, below which each is a dot: a line of one day alone would not be seen. */
const FEW_DAYS = 8;

/** Whether one of the lines has few days with an amount. */
export function isSparse(
  days: readonly Partial<Record<Counted, number | null>>[],
  series: readonly { name: Counted }[],
): boolean {
  return series.some(({ name }) => days.filter((day) => day[name] != null).length < FEW_DAYS);
}

/** Each day of a period as charts; screen readers get the table. */
export function Charts({ data }: { data: StatisticTotal }) {
  const { t, i18n } = useTranslation('admin');
  const { language } = i18n;
  const dayName = dayNames(language);
  const number = (value: number) => formatNumber(value, language);
  const days = data.days.map((day) => ({ ...day, tokens: day.inputTokens + day.outputTokens }));
  const one = (title: string, name: Counted, label: string, color: string): Curve => ({
    title,
    kind: 'bars',
    series: [{ name, label, color }],
    say: number,
  });
  const curves: Curve[] = [
    {
      ...one(t('overview.cost'), 'cost', t('overview.cost'), CHART_MAIN),
      say: (value) => formatCredits(value, language),
      short: (value) => formatShort(value / MICRO_CREDITS, language),
    },
    one(t('overview.messages'), 'messages', t('overview.messages'), 'indigo.4'),
    one(t('overview.tokens'), 'tokens', t('overview.tokens'), CHART_MAIN),
    one(t('overview.activePeople'), 'active', t('overview.activePeople'), 'indigo.4'),
    {
      title: t('overview.wait'),
      kind: 'lines',
      series: [
        { name: 'firstTokenMs', label: t('overview.firstToken'), color: CHART_MAIN },
        { name: 'durationMs', label: t('overview.whole'), color: 'orange.5' },
      ],
      say: (value) => formatSeconds(value, language),
      short: (value) => formatSeconds(value, language),
      decimals: true,
    },
    one(t('overview.failures'), 'failures', t('overview.failures'), 'red.6'),
    {
      title: t('overview.growth'),
      kind: 'lines',
      series: [
        { name: 'people', label: t('overview.people'), color: CHART_MAIN },
        { name: 'apps', label: t('overview.apps'), color: 'orange.5' },
        { name: 'channels', label: t('overview.channels'), color: 'indigo.4' },
      ],
      say: number,
    },
  ];
  // A chart of zeros would be an empty frame.
  const telling = curves.filter(({ series }) => days.some((day) => series.some(({ name }) => day[name])));
  return (
    <div className={styles.grid}>
      {telling.map(
        ({ title, kind, series, say, short = (value) => formatShort(value, language), decimals = false }) => {
          const common = {
            h: 200,
            data: days,
            dataKey: 'day',
            series,
            withLegend: series.length > 1,
            legendProps: { verticalAlign: 'bottom' as const },
            tickLine: 'none' as const,
            gridAxis: 'x' as const,
            valueFormatter: say,
            xAxisProps: dayAxis(dayName),
            yAxisProps: amountAxis(short, decimals),
            tooltipProps: { labelFormatter: dayName },
          };
          return (
            <section key={title} className={styles.card}>
              <h3 className={styles.cardTitle}>{title}</h3>
              <div aria-hidden>
                {kind === 'bars' ? (
                  <BarChart
                    {...common}
                    maxBarWidth={28}
                    barProps={{ isAnimationActive: false }}
                    barChartProps={CHART_FRAME}
                  />
                ) : (
                  <LineChart
                    {...common}
                    withDots={isSparse(days, series)}
                    connectNulls
                    curveType="monotone"
                    strokeWidth={2}
                    lineProps={{ isAnimationActive: false }}
                    lineChartProps={CHART_FRAME}
                  />
                )}
              </div>
            </section>
          );
        },
      )}
    </div>
  );
}
