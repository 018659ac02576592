import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import type { StatisticTotal } from '@tandem/shared/statistic/schema';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { describeError } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import page from '../../ui/page/Page.module.css';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { RangePicker } from '../../ui/report/RangePicker.tsx';
import styles from '../../ui/report/Report.module.css';
import { isRange, lastDays } from '../../ui/report/range.ts';
import { TableToggle } from '../../ui/report/TableToggle.tsx';
import { Charts } from './Charts.tsx';
import { Days } from './Days.tsx';
import { Figures } from './Figures.tsx';
import classes from './OverviewScreen.module.css';
import { Spenders } from './Spenders.tsx';

/** `/admin/overview`: the team in numbers. */
export default function OverviewScreen() {
  const { t } = useTranslation(['admin', 'usage']);
  const [range, setRange] = useState(() => lastDays(30));
  const valid = isRange(range);
  const { data, error, isPlaceholderData, refetch } = trpc.statistic.total.useQuery(range, {
    enabled: valid,
    placeholderData: keepPreviousData,
    trpc: { context: { silent: true } },
  });
  return (
    <>
      <ScreenTitle title={t('overview.title')} />
      <ConnectionNotice />
      <div className={page.page} data-spaced>
        <header>
          <h1 className={page.title}>{t('overview.title')}</h1>
          <p className={page.words}>{t('overview.private')}</p>
        </header>
        <RangePicker value={range} onChange={setRange} />
        {!valid && (
          <p className={page.problem} role="alert">
            {t('usage:range.wrong')}
          </p>
        )}
        {error && (
          <div className={page.none} role="alert">
            <p>{describeError(error)}</p>
            <Button variant="default" onClick={() => void refetch()}>
              {t('table.retry')}
            </Button>
          </div>
        )}
        {!data && !error && valid && (
          <div role="status" aria-label={t('table.loading')}>
            <Skeleton height={160} radius="md" />
            <Skeleton height={240} radius="md" mt="md" />
          </div>
        )}
        {data && !error && (
          <div className={classes.report} aria-busy={isPlaceholderData}>
            <Report data={data} />
          </div>
        )}
      </div>
    </>
  );
}

function Report({ data }: { data: StatisticTotal }) {
  const { t } = useTranslation(['admin', 'usage']);
  const [asTable, setAsTable] = useState(false);
  const used = data.total.turns > 0;
  return (
    <>
      <Figures data={data} />
      <section className={styles.section} aria-label={t('overview.daily')}>
        <div className={styles.head}>
          <h2 className={page.heading}>{t('overview.daily')}</h2>
          <TableToggle asTable={asTable} onChange={setAsTable} />
        </div>
        {asTable ? <Days days={data.days} /> : <Charts data={data} />}
      </section>
      {used ? <Spenders data={data} /> : <p className={page.none}>{t('overview.none')}</p>}
    </>
  );
}
