import type { StatisticDay } from '@tandem/shared/statistic/schema';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatNumber } from '../../ui/credits.ts';
import { DayTable } from '../../ui/report/DayTable.tsx';
import { formatSeconds } from './seconds.ts';

/** Each day of a period in figures. */
export function Days({ days }: { days: readonly StatisticDay[] }) {
  const { t, i18n } = useTranslation('admin');
  const { language } = i18n;
  const number = (value: number) => formatNumber(value, language);
  const seconds = (ms: number | null) => (ms === null ? '–' : formatSeconds(ms, language));
  const columns: { title: string; say(day: StatisticDay): string }[] = [
    { title: t('overview.messages'), say: (day) => number(day.messages) },
    { title: t('overview.tokens'), say: (day) => number(day.inputTokens + day.outputTokens) },
    { title: t('overview.cost'), say: (day) => formatCredits(day.cost, language) },
    { title: t('overview.activePeople'), say: (day) => number(day.active) },
    { title: t('overview.failures'), say: (day) => number(day.failures) },
    { title: t('overview.firstToken'), say: (day) => seconds(day.firstTokenMs) },
    { title: t('overview.whole'), say: (day) => seconds(day.durationMs) },
    { title: t('overview.people'), say: (day) => number(day.people) },
    { title: t('overview.apps'), say: (day) => number(day.apps) },
    { title: t('overview.channels'), say: (day) => number(day.channels) },
  ];
  return <DayTable label={t('overview.daily')} days={days} columns={columns} />;
}
