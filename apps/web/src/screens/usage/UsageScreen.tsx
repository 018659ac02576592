import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import type { UsageReport } from '@tandem/shared/usage/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnBudget } from '../../entities/budget/OwnBudget.tsx';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { describeError } from '../../lib/errors.ts';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import { trpc } from '../../lib/trpc.ts';
import page from '../../ui/page/Page.module.css';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { RangePicker } from '../../ui/report/RangePicker.tsx';
import { isRange, lastDays } from '../../ui/report/range.ts';
import type { Metric } from './chart.ts';
import { DayChart } from './DayChart.tsx';
import { ShareList } from './ShareList.tsx';
import { Totals } from './Totals.tsx';
import { UsageList } from './UsageList.tsx';
import classes from './UsageScreen.module.css';

/** `/userSetting/usage`: the person's own usage, and what remains of their budget. */
export default function UsageScreen() {
  const { t } = useTranslation('usage');
  const team = useSession((state) => currentTeamOf(state.user)?.name ?? '');
  const [range, setRange] = useState(() => lastDays(30));
  const [chosen, setMetric] = useState<Metric | null>(null);
  const valid = isRange(range);
  const { data, error, refetch } = trpc.usage.mine.useQuery(range, {
    enabled: valid,
    placeholderData: (held) => held,
  });
  // If nothing has a price, cost is not offered.
  const metric = chosen ?? (data && data.total.cost === 0 ? 'tokens' : 'cost');
  return (
    <>
      <ScreenTitle title={t('title')} />
      <ConnectionNotice />
      <div className={page.page} data-spaced>
        <header>
          <h1 className={page.title}>{t('title')}</h1>
          <p className={page.words}>{t('words', { team })}</p>
        </header>
        <OwnBudget />
        <div className={classes.choices}>
          <RangePicker value={range} onChange={setRange} />
          <SegmentedControl
            aria-label={t('metric.label')}
            data={(['cost', 'tokens'] as const).map((value) => ({ value, label: t(`metric.${value}`) }))}
            value={metric}
            onChange={(value) => setMetric(value as Metric)}
          />
        </div>
        {!valid && (
          <p className={page.problem} role="alert">
            {t('range.wrong')}
          </p>
        )}
        {error && (
          <div className={page.none} role="alert">
            <p>{describeError(error)}</p>
            <Button variant="default" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          </div>
        )}
        {!data && !error && (
          <div aria-busy="true">
            <Skeleton height={76} radius="md" />
            <Skeleton height={240} radius="md" mt="md" />
          </div>
        )}
        {data && !error && <Report report={data} range={range} metric={metric} />}
        <UsageList />
      </div>
    </>
  );
}

interface ReportProps {
  report: UsageReport;
  range: { from: string; to: string };
  metric: Metric;
}

function Report({ report, range, metric }: ReportProps) {
  const { t } = useTranslation('usage');
  if (report.days.length === 0)
    return (
      <div className={page.none}>
        <p className={page.heading}>{t('empty.title')}</p>
        <p className={page.words}>{t('empty.words')}</p>
      </div>
    );
  return (
    <>
      <Totals total={report.total} />
      <DayChart report={report} range={range} metric={metric} />
      <div className={classes.shares}>
        <ShareList title={t('byModel')} rows={report.models} gone={t('goneModel')} metric={metric} />
        <ShareList title={t('byApp')} rows={report.apps} gone={t('goneApp')} metric={metric} />
      </div>
    </>
  );
}
