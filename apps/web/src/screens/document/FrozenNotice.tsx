import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { goBackTo } from '../../entities/version/queries.ts';
import classes from './DocumentNotice.module.css';

interface FrozenNoticeProps {
  /** The version that is shown; null when none can be read. */
  versionId: string | null;
  canRestore: boolean;
}

/** Says that the newest state of a document cannot be read, and offers to restore the last readable one. */
export function FrozenNotice({ versionId, canRestore }: FrozenNoticeProps) {
  const { t } = useTranslation('document');
  const [isRestoring, setRestoring] = useState(false);
  const words = versionId === null ? 'none' : canRestore ? 'words' : 'reader';
  const restore = async (id: string) => {
    setRestoring(true);
    // The call shows its own failure as a toast.
    await goBackTo(id).catch(() => {});
    setRestoring(false);
  };
  return (
    <div className={classes.notice} data-kind="refused" role="alert">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <strong>{t('notice.frozen.title')}</strong>
        <span>{t(`notice.frozen.${words}`)}</span>
      </div>
      {versionId !== null && canRestore && (
        <Button size="xs" loading={isRestoring} onClick={() => void restore(versionId)}>
          {t('notice.frozen.restore')}
        </Button>
      )}
    </div>
  );
}
