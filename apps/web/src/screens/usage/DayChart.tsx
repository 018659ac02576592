import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { UsageRange, UsageReport } from '@tandem/shared/usage/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatNumber, formatShort } from '../../ui/credits.ts';
import page from '../../ui/page/Page.module.css';
import { amountAxis, CHART_FRAME, dayAxis } from '../../ui/report/axes.ts';
import { DayTable } from '../../ui/report/DayTable.tsx';
import { dayNames } from '../../ui/report/days.ts';
import styles from '../../ui/report/Report.module.css';
import { daysOf } from '../../ui/report/range.ts';
import { TableToggle } from '../../ui/report/TableToggle.tsx';
import { chartOf, type Metric } from './chart.ts';

interface DayChartProps {
  report: UsageReport;
  range: UsageRange;
  metric: Metric;
}

/** Each day's usage, stacked by model; screen readers get a table. */
export function DayChart({ report, range, metric }: DayChartProps) {
  const { t, i18n } = useTranslation('usage');
  const { language } = i18n;
  const [asTable, setAsTable] = useState(false);
  const words = { gone: t('goneModel'), others: t('otherModels') };
  const { series, data } = chartOf(report, daysOf(range), metric, words);
  const say = (value: number) =>
    metric === 'cost' ? formatCredits(value, language) : formatNumber(value, language);
  const short = (value: number) =>
    metric === 'cost' ? formatShort(value / 1_000_000, language) : formatShort(value, language);
  const dayName = dayNames(language);
  const used = data.filter((row) => series.some(({ key }) => Number(row[key]) > 0));
  return (
    <section className={styles.section} aria-label={t('byDay')}>
      <div className={styles.head}>
        <h2 className={page.heading}>{t('byDay')}</h2>
        <TableToggle asTable={asTable} onChange={setAsTable} />
      </div>
      {asTable ? (
        <DayTable
          label={t('byDay')}
          days={used}
          columns={series.map(({ key, name }) => ({ title: name, say: (row) => say(Number(row[key])) }))}
        />
      ) : (
        <div aria-hidden>
          <BarChart
            h={240}
            data={data}
            dataKey="day"
            type="stacked"
            series={series.map(({ key, name, color }) => ({ name: key, label: name, color }))}
            withLegend={series.length > 1}
            legendProps={{ verticalAlign: 'bottom' }}
            tickLine="none"
            gridAxis="x"
            maxBarWidth={28}
            valueFormatter={say}
            gridProps={{ strokeDasharray: '0', strokeOpacity: 0.6 }}
            xAxisProps={dayAxis(dayName)}
            yAxisProps={amountAxis(short, true)}
            tooltipProps={{ labelFormatter: dayName }}
            barProps={{ isAnimationActive: false }}
            barChartProps={CHART_FRAME}
          />
        </div>
      )}
    </section>
  );
}
