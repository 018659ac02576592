import type { UsageSums } from '@tandem/shared/usage/schema';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatDollars, formatNumber } from '../../ui/credits.ts';
import { FactList } from '../../ui/report/FactList.tsx';

/** The sums of a period, side by side. */
export function Totals({ total }: { total: UsageSums }) {
  const { t, i18n } = useTranslation('usage');
  const { language } = i18n;
  const number = (value: number) => formatNumber(value, language);
  const { cost, turns, failures, inputTokens, outputTokens, images } = total;
  const facts = [
    {
      label: t('total.cost'),
      value: t('credits', { count: cost / 1_000_000, amount: formatCredits(cost, language) }),
      words: cost > 0 ? t('total.dollars', { amount: formatDollars(cost, language) }) : '',
    },
    {
      label: t('total.turns'),
      value: number(turns),
      words: failures > 0 ? t('total.failures', { count: failures }) : '',
    },
    { label: t('total.input'), value: number(inputTokens), words: '' },
    { label: t('total.output'), value: number(outputTokens), words: '' },
    ...(images > 0 ? [{ label: t('total.images'), value: number(images), words: '' }] : []),
  ];
  return <FactList facts={facts} />;
}
