import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import { Button, Loader, SegmentedControl, TextInput } from '@mantine/core';
import {
  plusDays,
  type Spender,
  type StatisticSums,
  type StatisticTotal,
} from '@tandem/shared/statistic/schema';
import { MICRO_CREDITS } from '@tandem/shared/usage/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { ScreenTitle } from '../../ui/ScreenTitle.tsx';
import classes from './OverviewScreen.module.css';

const PERIODS = [7, 30, 90] as const;
const today = () => new Date().toISOString().slice(0, 10);
const lastDays = (days: number) => ({ from: plusDays(today(), 1 - days), to: today() });

/** `/admin/overview`: the team in numbers. */
export default function OverviewScreen() {
  const { t } = useTranslation('admin');
  const [range, setRange] = useState(() => lastDays(30));
  const { data, error, refetch } = useQuery(
    trpc.statistic.total.queryOptions(range, {
      placeholderData: keepPreviousData,
      trpc: { context: { silent: true } },
    }),
  );
  const period = PERIODS.find((days) => lastDays(days).from === range.from && range.to === today());
  return (
    <>
      <ScreenTitle title={t('overview.title')} />
      <div className={classes.page}>
        <header className={classes.head}>
          <h1>{t('overview.title')}</h1>
          <div className={classes.range}>
            <SegmentedControl
              aria-label={t('overview.range')}
              value={period ? String(period) : ''}
              onChange={(days) => setRange(lastDays(Number(days)))}
              data={PERIODS.map((count) => ({ value: String(count), label: t('overview.days', { count }) }))}
            />
            {(['from', 'to'] as const).map((end) => (
              <TextInput
                key={end}
                type="date"
                aria-label={t(`overview.${end}`)}
                value={range[end]}
                onChange={(event) =>
                  event.currentTarget.value && setRange({ ...range, [end]: event.currentTarget.value })
                }
              />
            ))}
          </div>
        </header>
        <p className={classes.note}>{t('overview.private')}</p>
        {error && (
          <div role="alert">
            <p>{describeError(error)}</p>
            <Button variant="default" onClick={() => void refetch()}>
              {t('overview.retry')}
            </Button>
          </div>
        )}
        {!data && !error && <Loader aria-label={t('overview.title')} />}
        {data && <Numbers data={data} />}
      </div>
    </>
  );
}

const seconds = (ms: number | null) => (ms === null ? null : ms / 1_000);

function Numbers({ data }: { data: StatisticTotal }) {
  const { t, i18n } = useTranslation('admin');
  const format = (value: number, digits = 0) =>
    new Intl.NumberFormat(i18n.language, {
      maximumFractionDigits: digits,
      notation: value >= 1e6 ? 'compact' : 'standard',
    }).format(value);
  const { total, before, now } = data;
  const change = (read: (sums: StatisticSums) => number | null) => {
    const [is, was] = [read(total), read(before)];
    if (is === null || !was) return t('overview.same');
    const percent = new Intl.NumberFormat(i18n.language, {
      style: 'percent',
      signDisplay: 'exceptZero',
      maximumFractionDigits: 0,
    }).format(is / was - 1);
    return t('overview.before', { percent });
  };
  const tiles: [string, string, string][] = [
    [t('overview.people'), format(now.people), t('overview.active', { count: data.active })],
    [t('overview.apps'), format(now.apps), ''],
    [t('overview.channels'), format(now.channels), ''],
    [t('overview.messages'), format(total.messages), change((sums) => sums.messages)],
    [
      t('overview.tokens'),
      format(total.inputTokens + total.outputTokens),
      change((sums) => sums.inputTokens + sums.outputTokens),
    ],
    [t('overview.cost'), format(total.cost / MICRO_CREDITS, 2), change((sums) => sums.cost)],
    [t('overview.failures'), format(total.failures), change((sums) => sums.failures)],
    [
      t('overview.firstToken'),
      total.firstTokenMs === null ? '–' : `${format(total.firstTokenMs / 1_000, 1)} s`,
      change((sums) => sums.firstTokenMs),
    ],
  ];
  const days = data.days.map((day) => ({
    ...day,
    cost: day.cost / MICRO_CREDITS,
    firstTokenMs: seconds(day.firstTokenMs),
    durationMs: seconds(day.durationMs),
  }));
  const chart = { h: 200, data: days, dataKey: 'day', withDots: false, tickLine: 'none' } as const;
  return (
    <>
      <div className={classes.tiles}>
        {tiles.map(([label, value, note]) => (
          <div key={label} className={classes.card}>
            <span className={classes.label}>{label}</span>
            <span className={classes.value}>{value}</span>
            <span className={classes.label}>{note}</span>
          </div>
        ))}
      </div>
      <div className={classes.grid}>
        <section className={classes.card}>
          <h2>{t('overview.spend')}</h2>
          <AreaChart {...chart} series={[{ name: 'cost', label: t('overview.cost'), color: 'teal.6' }]} />
        </section>
        <section className={classes.card}>
          <h2>{t('overview.write')}</h2>
          <BarChart
            h={200}
            data={days}
            dataKey="day"
            tickLine="none"
            series={[{ name: 'messages', label: t('overview.messages'), color: 'blue.6' }]}
          />
        </section>
        <section className={classes.card}>
          <h2>{t('overview.wait')}</h2>
          <LineChart
            {...chart}
            withLegend
            series={[
              { name: 'firstTokenMs', label: t('overview.firstToken'), color: 'teal.6' },
              { name: 'durationMs', label: t('overview.whole'), color: 'orange.6' },
            ]}
          />
        </section>
        <section className={classes.card}>
          <h2>{t('overview.fail')}</h2>
          <BarChart
            h={200}
            data={days}
            dataKey="day"
            tickLine="none"
            series={[{ name: 'failures', label: t('overview.failures'), color: 'red.6' }]}
          />
        </section>
        <section className={classes.card}>
          <h2>{t('overview.growth')}</h2>
          <LineChart
            {...chart}
            withLegend
            series={[
              { name: 'people', label: t('overview.people'), color: 'teal.6' },
              { name: 'apps', label: t('overview.apps'), color: 'orange.6' },
              { name: 'channels', label: t('overview.channels'), color: 'blue.6' },
            ]}
          />
        </section>
      </div>
      <div className={classes.grid}>
        <Top
          title={t('overview.topPeople')}
          rows={data.people.map((row) => [row.name || t('overview.gone'), row])}
        />
        <Top
          title={t('overview.topApps')}
          rows={data.apps.map((row) => [
            row.name ?? t(row.id === null ? 'overview.outside' : 'overview.gone'),
            row,
          ])}
        />
        <Top
          title={t('overview.topModels')}
          rows={data.models.map((row) => [row.name ?? t('overview.gone'), row])}
        />
      </div>
    </>
  );
}

function Top({ title, rows }: { title: string; rows: [string, Spender][] }) {
  const { t, i18n } = useTranslation('admin');
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  return (
    <section className={classes.card}>
      <h2>{title}</h2>
      {rows.length === 0 && <p className={classes.note}>{t('overview.none')}</p>}
      <ol className={classes.top}>
        {rows.map(([name, row], index) => (
          // Two that are gone have the same name; the order is the identity here.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <span>{name}</span>
            <span>{number.format(row.cost / MICRO_CREDITS)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
