import { useTranslation } from 'react-i18next';
import { StarterList } from '../message/composer/StarterList.tsx';

/** An assistant's questions to begin with. */
export function Starters({ place, starters }: { place: string; starters: readonly string[] }) {
  const { t } = useTranslation('assistant');
  if (starters.length === 0) return null;
  return (
    <StarterList
      place={place}
      label={t('field.starters')}
      starters={starters.map((words) => ({ words }))}
      centred
    />
  );
}
