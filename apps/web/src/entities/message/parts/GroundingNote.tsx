import type { GroundingUse } from '@tandem/shared/dataset/citation';
import { useTranslation } from 'react-i18next';
import classes from './Citations.module.css';

/** Says what an answer could draw on. */
export default function GroundingNote({ use: { mode, ready, pending, datasets } }: { use: GroundingUse }) {
  const { t } = useTranslation('chat');
  return (
    <p className={classes.grounding} title={datasets.map(({ name }) => name).join(', ')}>
      {t(mode === 'whole' ? 'grounding.whole' : 'grounding.search', { count: ready })}
      {pending > 0 && ` ${t('grounding.pending', { count: pending })}`}
    </p>
  );
}
