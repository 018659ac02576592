import { Tooltip } from '@mantine/core';
import type { BudgetHere, Gauge } from '@tandem/shared/budget/schema';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../lib/i18n/locale.ts';
import { trpc } from '../../lib/trpc.ts';
import { formatCredits, formatNumber, formatShare } from '../../ui/credits.ts';
import classes from './BudgetGauge.module.css';

/** From which share on it is shown as nearly full. */
const SCARCE = 0.9;
/** The least that is drawn of a share above nothing: less could not be seen. */
const LEAST_DRAWN = 0.08;
const RADIUS = 6;
const ROUND = 2 * Math.PI * RADIUS;

/**
 * A small ring that shows how full the context window is and how much of the budgets is spent; details on
 * demand.
 */
export default function BudgetGauge({ channelId, running }: { channelId: string; running: boolean }) {
  const { t, i18n } = useTranslation('usage');
  const { language } = i18n;
  const { data, refetch } = trpc.budget.gauge.useQuery(
    { channelId },
    { trpc: { context: { silent: true } } },
  );
  const was = useRef(running);
  useEffect(() => {
    if (was.current && !running) void refetch();
    was.current = running;
  }, [running, refetch]);
  if (!data || (data.budgets.length === 0 && !data.context)) return null;

  const share = fullest(data);
  const drawn = share > 0 ? Math.max(share, LEAST_DRAWN) : 0;
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' });
  const budgetWords = ({ scope, used, left, renewsAt }: BudgetHere) => {
    const values = { percent: formatShare(used, language), left: formatCredits(left ?? 0, language) };
    return `${t(`gauge.${scope}`, values)} · ${t('gauge.renews', { date: date.format(renewsAt) })}`;
  };
  const { context } = data;
  const lines = [
    ...(context
      ? [
          t('gauge.context', {
            used: formatNumber(context.tokens, language),
            window: formatNumber(context.window, language),
            percent: formatShare(contextShare(context), language),
          }),
        ]
      : []),
    ...data.budgets.map(budgetWords),
  ];
  return (
    <Tooltip
      label={lines.map((line) => <div key={line}>{line}</div>)}
      multiline
      events={{ hover: true, focus: true, touch: true }}
    >
      <button
        type="button"
        className={classes.gauge}
        aria-label={`${t('gauge.label')}: ${lines.join('. ')}`}
        data-scarce={share >= SCARCE || undefined}
      >
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <circle className={classes.ring} cx="8" cy="8" r={RADIUS} />
          <circle
            className={classes.part}
            cx="8"
            cy="8"
            r={RADIUS}
            strokeDasharray={`${drawn * ROUND} ${ROUND}`}
            transform="rotate(-90 8 8)"
          />
        </svg>
      </button>
    </Tooltip>
  );
}

function contextShare({ tokens, window }: NonNullable<Gauge['context']>): number {
  return window > 0 ? Math.min(1, tokens / window) : 0;
}

/** The fullest of all values behind the ring. */
function fullest({ context, budgets }: Gauge): number {
  return Math.max(context ? contextShare(context) : 0, ...budgets.map(({ used }) => used), 0);
}
