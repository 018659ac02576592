import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import { BudgetMeter } from './BudgetMeter.tsx';
import classes from './BudgetPanel.module.css';

/** Shows the rest of the reader's own budget; renders nothing without one. */
export function OwnBudget() {
  const { t } = useTranslation('usage');
  const { data } = trpc.budget.mine.useQuery();
  if (!data?.budget) return null;
  return (
    <section className={classes.panel} aria-label={t('budget.own')}>
      <h2 className={classes.title}>{t('budget.own')}</h2>
      <BudgetMeter budget={data.budget} label={t('budget.own')} />
    </section>
  );
}
