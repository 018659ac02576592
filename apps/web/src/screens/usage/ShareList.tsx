import type { UsageSums } from '@tandem/shared/usage/schema';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatNumber } from '../../ui/credits.ts';
import page from '../../ui/page/Page.module.css';
import { Bars } from '../../ui/report/Bars.tsx';
import report from '../../ui/report/Report.module.css';
import { amountOf, type Metric } from './chart.ts';

interface ShareListProps {
  title: string;
  rows: readonly (UsageSums & { id: string | null; name: string })[];
  /** Name of a deleted entry. */
  gone: string;
  metric: Metric;
}

/** Usage by entry, highest first. */
export function ShareList({ title, rows, gone, metric }: ShareListProps) {
  const { t, i18n } = useTranslation('usage');
  const say = (value: number) =>
    metric === 'cost'
      ? t('credits', { count: value / 1_000_000, amount: formatCredits(value, i18n.language) })
      : t('tokens', { count: value, amount: formatNumber(value, i18n.language) });
  return (
    <section className={report.section} aria-label={title}>
      <div className={report.head}>
        <h2 className={page.heading}>{title}</h2>
      </div>
      <Bars
        rows={rows.map((row) => {
          const amount = amountOf(row, metric);
          return { key: row.id ?? 'none', name: row.name || gone, amount, said: say(amount) };
        })}
      />
    </section>
  );
}
