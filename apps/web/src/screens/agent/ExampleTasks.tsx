import { useTranslation } from 'react-i18next';
import { StarterList } from '../../entities/message/composer/StarterList.tsx';
import { examples } from './use-example-template.ts';

/** Tasks to begin with, which every agent can do. */
export function ExampleTasks({ place }: { place: string }) {
  const { t } = useTranslation('agent');
  return (
    <StarterList
      place={place}
      label={t('empty.examples')}
      starters={examples.map((each) => ({
        label: t(`example.${each}.name`),
        words: t(`example.${each}.words`),
      }))}
      centred
    />
  );
}
