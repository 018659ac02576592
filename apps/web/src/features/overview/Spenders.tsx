import type { Spender, StatisticTotal } from '@tandem/shared/statistic/schema';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatNumber } from '../../ui/credits.ts';
import classes from './OverviewScreen.module.css';

interface Row extends Spender {
  key: string;
  name: string;
}

/** Which people, apps and models spend most; by tokens where nothing has a price. */
export function Spenders({ data: { people, apps, models } }: { data: StatisticTotal }) {
  const { t } = useTranslation('admin');
  const gone = t('overview.gone');
  return (
    <div className={classes.grid}>
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
        rows={models.map((row) => ({ ...row, key: row.id ?? 'none', name: row.name ?? gone }))}
      />
    </div>
  );
}

function Top({ title, rows }: { title: string; rows: Row[] }) {
  const { t, i18n } = useTranslation(['admin', 'usage']);
  const { language } = i18n;
  const priced = rows.some(({ cost }) => cost > 0);
  const amount = ({ cost, tokens }: Spender) => (priced ? cost : tokens);
  const say = (row: Spender) =>
    priced
      ? t('usage:credits', { count: row.cost / 1_000_000, amount: formatCredits(row.cost, language) })
      : t('usage:tokens', { count: row.tokens, amount: formatNumber(row.tokens, language) });
  const most = Math.max(1, ...rows.map(amount));
  return (
    <section className={classes.chart} aria-label={title}>
      <h3>{title}</h3>
      <ol className={classes.top}>
        {rows.map((row) => (
          <li key={row.key}>
            <span className={classes.name}>{row.name}</span>
            <span className={classes.value}>{say(row)}</span>
            <span className={classes.track} aria-hidden>
              <span className={classes.part} style={{ width: `${(amount(row) / most) * 100}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
