import { IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ChooseFiles } from './ChooseFiles.tsx';
import classes from './SourcePane.module.css';

/** Before there is a source: what can be added, and how. */
export function EmptySources({ mayAdd, onFiles }: { mayAdd: boolean; onFiles(files: File[]): void }) {
  const { t } = useTranslation('source');
  if (!mayAdd) return <p className={classes.note}>{t('empty.onlyRead')}</p>;
  return (
    <div className={classes.empty}>
      <IconFileUpload size={36} stroke={1.25} aria-hidden />
      <h2 className={classes.title}>{t('empty.title')}</h2>
      <p className={classes.about}>{t('empty.words')}</p>
      <ChooseFiles label={t('empty.choose')} onFiles={onFiles} />
    </div>
  );
}
