import { VisuallyHidden } from '@mantine/core';
import type { Budget } from '@tandem/shared/budget/schema';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../lib/i18n/locale.ts';
import { formatCredits } from '../../ui/credits.ts';
import classes from './BudgetMeter.module.css';

/** From which share of a budget on it is shown as nearly spent. */
const SCARCE = 0.9;

/** Shows the spent and reserved parts of a budget, and when it renews. */
export function BudgetMeter({ budget, label }: { budget: Budget; label: string }) {
  const { t, i18n } = useTranslation('usage');
  const { amount, spent, reserved, renewsAt, period } = budget;
  const credits = (value: number) => formatCredits(value, i18n.language);
  const share = (value: number) => (amount === 0 ? 1 : Math.min(1, value / amount));
  const left = amount - spent - reserved;
  const date = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium', timeStyle: 'short' });
  const words = t('budget.spent', { spent: credits(spent), amount: credits(amount) });
  return (
    <div className={classes.budget}>
      <p className={classes.line}>
        <span className={classes.spent}>{words}</span>
        <span className={classes.period}>{t(`budget.period.${period}`)}</span>
      </p>
      <VisuallyHidden>
        <meter aria-label={label} min={0} max={1} value={share(spent + reserved)}>
          {words}
        </meter>
      </VisuallyHidden>
      <div className={classes.track} aria-hidden data-scarce={share(spent + reserved) >= SCARCE || undefined}>
        <div className={classes.fill} style={{ width: `${share(spent) * 100}%` }} />
        <div
          className={classes.held}
          style={{ width: `${(share(spent + reserved) - share(spent)) * 100}%` }}
        />
      </div>
      <p className={classes.words}>
        {left > 0 ? t('budget.left', { left: credits(left) }) : t('budget.exhausted')}
        {' · '}
        {t('budget.renews', { date: date.format(renewsAt) })}
        {reserved > 0 && ` · ${t('budget.held', { held: credits(reserved) })}`}
      </p>
    </div>
  );
}
