import type { Spender, StatisticTotal } from '@tandem/shared/statistic/schema';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatNumber } from '../../ui/credits.ts';
import { Bars } from '../../ui/report/Bars.tsx';
import styles from '../../ui/report/Report.module.css';

interface Row extends Pick<Spender, 'cost' | 'tokens'> {
  key: string;
  name: string;
}

/** The people, apps and models with the highest cost; by tokens if nothing has a price. */
export function Spenders({ data: { people, apps, models } }: { data: StatisticTotal }) {
  const { t } = useTranslation('admin');
  const gone = t('overview.gone');
  return (
    <div className={styles.grid}>
      <Top
        title={t('overview.topPeople')}
        rows={people.map((row) => ({ ...row, key: String(row.id), name: row.name || gone }))}
      />
      <Top
        title={t('overview.topApps')}
        rows={apps.map((row) => ({
          ...row,
          key: row.id ?? 'none',
          name:
            row.id === null ? t('overview.outside') : row.name === null ? gone : `${row.icon} ${row.name}`,
        }))}
      />
      <Top
        title={t('overview.topModels')}
        rows={[
          ...models.flatMap((row) => (row.name ? [{ ...row, key: row.id ?? 'none', name: row.name }] : [])),
          ...removed(models, t('overview.goneModel')),
        ]}
      />
    </div>
  );
}

/** Removed models, as one entry. */
function removed(models: StatisticTotal['models'], name: string): Row[] {
  const nameless = models.filter((row) => !row.name);
  if (nameless.length === 0) return [];
  const sum = (read: (row: Spender) => number) => nameless.reduce((all, row) => all + read(row), 0);
  return [{ key: 'removed', name, cost: sum(({ cost }) => cost), tokens: sum(({ tokens }) => tokens) }];
}

function Top({ title, rows }: { title: string; rows: Row[] }) {
  const { t, i18n } = useTranslation(['admin', 'usage']);
  const { language } = i18n;
  const priced = rows.some(({ cost }) => cost > 0);
  const amount = ({ cost, tokens }: Row) => (priced ? cost : tokens);
  const say = (row: Row) =>
    priced
      ? t('usage:credits', { count: row.cost / 1_000_000, amount: formatCredits(row.cost, language) })
      : t('usage:tokens', { count: row.tokens, amount: formatNumber(row.tokens, language) });
  return (
    <section className={styles.card} aria-label={title}>
      <h3 className={styles.cardTitle}>{title}</h3>
      <Bars rows={rows.map((row) => ({ ...row, amount: amount(row), said: say(row) }))} />
    </section>
  );
}
