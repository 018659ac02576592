import type { UsageSums } from '@tandem/shared/usage/schema';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatNumber } from '../../ui/credits.ts';
import { amountOf, type Metric } from './chart.ts';
import classes from './UsageScreen.module.css';

interface ShareListProps {
  title: string;
  rows: readonly (UsageSums & { id: string | null; name: string })[];
  /** What one without a name is called. */
  gone: string;
  metric: Metric;
}

/** What took how much, the most first, with a bar for its part of the most. */
export function ShareList({ title, rows, gone, metric }: ShareListProps) {
  const { t, i18n } = useTranslation('usage');
  const sorted = [...rows].sort((a, b) => amountOf(b, metric) - amountOf(a, metric));
  const most = Math.max(1, ...sorted.map((row) => amountOf(row, metric)));
  const say = (value: number) =>
    metric === 'cost'
      ? t('credits', { count: value / 1_000_000, amount: formatCredits(value, i18n.language) })
      : t('tokens', { count: value, amount: formatNumber(value, i18n.language) });
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.shareList}>
        {sorted.map((row) => (
          <li key={row.id ?? 'none'}>
            <span className={classes.shareName}>{row.name || gone}</span>
            <span className={classes.shareValue}>{say(amountOf(row, metric))}</span>
            <span className={classes.shareTrack} aria-hidden>
              <span
                className={classes.sharePart}
                style={{ width: `${(amountOf(row, metric) / most) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
