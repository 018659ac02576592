import type { StatisticSums, StatisticTotal } from '@tandem/shared/statistic/schema';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../lib/i18n/locale.ts';
import { formatCredits, formatNumber, formatShort } from '../../ui/credits.ts';
import { FactList } from '../../ui/report/FactList.tsx';
import classes from './OverviewScreen.module.css';
import { formatSeconds } from './seconds.ts';

/** From here on a number is shown in short. */
const LONG = 1_000_000;

/** The sums of a period side by side, each with how it differs from the period before. */
export function Figures({ data: { total, before, now, active } }: { data: StatisticTotal }) {
  const { t, i18n } = useTranslation('admin');
  const { language } = i18n;
  const number = (value: number) =>
    value >= LONG ? formatShort(value, language) : formatNumber(value, language);
  const percent = new Intl.NumberFormat(localeOf(language), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  const change = (read: (sums: StatisticSums) => number | null) => {
    const [is, was] = [read(total), read(before)];
    // Against nothing there is no share.
    if (is === null || !was) return '';
    return t('overview.before', { percent: percent.format(is / was - 1) });
  };
  const tokens = ({ inputTokens, outputTokens }: StatisticSums) => inputTokens + outputTokens;
  const seconds = (ms: number | null) => (ms === null ? '–' : formatSeconds(ms, language));
  const stock = [
    {
      label: t('overview.people'),
      value: number(now.people),
      words: t('overview.active', { count: active, number: number(active) }),
    },
    { label: t('overview.apps'), value: number(now.apps), words: '' },
    { label: t('overview.channels'), value: number(now.channels), words: '' },
    {
      label: t('overview.messages'),
      value: number(total.messages),
      words: change(({ messages }) => messages),
    },
  ];
  const flow = [
    { label: t('overview.tokens'), value: number(tokens(total)), words: change(tokens) },
    {
      label: t('overview.cost'),
      value: formatCredits(total.cost, language),
      words: change(({ cost }) => cost),
    },
    {
      label: t('overview.failures'),
      value: number(total.failures),
      words: change(({ failures }) => failures),
    },
    {
      label: t('overview.firstToken'),
      value: seconds(total.firstTokenMs),
      words: change(({ firstTokenMs }) => firstTokenMs),
    },
    {
      label: t('overview.whole'),
      value: seconds(total.durationMs),
      words: change(({ durationMs }) => durationMs),
    },
  ];
  return (
    <div className={classes.figures}>
      <FactList facts={stock} />
      <FactList facts={flow} />
    </div>
  );
}
