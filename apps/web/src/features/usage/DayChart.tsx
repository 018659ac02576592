import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Button } from '@mantine/core';
import type { UsageRange, UsageReport } from '@tandem/shared/usage/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatNumber, formatShort } from '../../ui/credits.ts';
import { chartOf, type Metric } from './chart.ts';
import { daysOf } from './range.ts';
import classes from './UsageScreen.module.css';

interface DayChartProps {
  report: UsageReport;
  range: UsageRange;
  metric: Metric;
}

/** What each day took, stacked by model; the same as a table for who reads rather than looks. */
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
  const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  // The chart asks before it knows of which day.
  const dayName = (day: unknown) => {
    const at = new Date(String(day));
    return Number.isNaN(at.getTime()) ? '' : date.format(at);
  };
  const used = data.filter((row) => series.some(({ key }) => Number(row[key]) > 0));
  return (
    <section className={classes.section} aria-label={t('byDay')}>
      <div className={classes.sectionHead}>
        <h2 className={classes.heading}>{t('byDay')}</h2>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? t('asChart') : t('asTable')}
        </Button>
      </div>
      {asTable ? (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('day')}</th>
                {series.map(({ key, name }) => (
                  <th key={key} scope="col" data-number>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {used.map((row) => (
                <tr key={row.day}>
                  <th scope="row">{dayName(row.day)}</th>
                  {series.map(({ key }) => (
                    <td key={key} data-number>
                      {say(Number(row[key]))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
            xAxisProps={{ tickFormatter: dayName, minTickGap: 24 }}
            yAxisProps={{ tickFormatter: short, width: 48 }}
            tooltipProps={{ labelFormatter: dayName }}
            barProps={{ isAnimationActive: false }}
            // Keys have the table; nothing of what is hidden may be walked into.
            barChartProps={{ accessibilityLayer: false }}
          />
        </div>
      )}
    </section>
  );
}
