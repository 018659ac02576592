import { IconCalculator, IconClock, IconCompass, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StarterList } from '../../entities/message/composer/StarterList.tsx';

/** Beginnings that every model can go on from, the built-in one too. */
const starters = [
  { key: 'tour', icon: IconCompass },
  { key: 'calculate', icon: IconCalculator },
  { key: 'time', icon: IconClock },
  { key: 'write', icon: IconWorld },
] as const;

/** A few ways to begin. */
export function Starters({ place }: { place: string }) {
  const { t } = useTranslation('home');
  return (
    <StarterList
      place={place}
      label={t('starters.label')}
      starters={starters.map(({ key, icon }) => ({
        words: t(`starters.${key}.words`),
        label: t(`starters.${key}.label`),
        icon,
      }))}
    />
  );
}
