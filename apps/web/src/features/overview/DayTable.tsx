import type { StatisticDay } from '@tandem/shared/statistic/schema';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatNumber } from '../../ui/credits.ts';
import { dayNames } from './days.ts';
import classes from './OverviewScreen.module.css';
import { formatSeconds } from './seconds.ts';

/** Each day of a period in figures, the last first. */
export function DayTable({ days }: { days: readonly StatisticDay[] }) {
  const { t, i18n } = useTranslation('admin');
  const { language } = i18n;
  const dayName = dayNames(language);
  const number = (value: number) => formatNumber(value, language);
  const seconds = (ms: number | null) => (ms === null ? '–' : formatSeconds(ms, language));
  const columns: [string, (day: StatisticDay) => string][] = [
    [t('overview.messages'), (day) => number(day.messages)],
    [t('overview.tokens'), (day) => number(day.inputTokens + day.outputTokens)],
    [t('overview.cost'), (day) => formatCredits(day.cost, language)],
    [t('overview.activePeople'), (day) => number(day.active)],
    [t('overview.failures'), (day) => number(day.failures)],
    [t('overview.firstToken'), (day) => seconds(day.firstTokenMs)],
    [t('overview.whole'), (day) => seconds(day.durationMs)],
    [t('overview.people'), (day) => number(day.people)],
    [t('overview.apps'), (day) => number(day.apps)],
    [t('overview.channels'), (day) => number(day.channels)],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={classes.scroll} tabIndex={0} aria-label={t('overview.daily')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('overview.day')}</th>
            {columns.map(([title]) => (
              <th key={title} scope="col" data-number>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayName(day.day)}</th>
              {columns.map(([title, say]) => (
                <td key={title} data-number>
                  {say(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
