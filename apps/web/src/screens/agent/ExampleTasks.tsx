import { useTranslation } from 'react-i18next';
import { StarterList } from '../../entities/message/composer/StarterList.tsx';

const examples = ['chart', 'page', 'script'] as const;

/** Tasks to begin with, which need nothing but the agent itself. */
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
