import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './ConnectionNotice.module.css';
import { useConnectionNotice } from './connection.ts';

/** One calm line while changes of others do not arrive. What is written meanwhile is kept. */
export function ConnectionNotice() {
  const { t } = useTranslation('workspace');
  const notice = useConnectionNotice();
  return (
    <div className={classes.place} role="status">
      {notice && (
        <div className={classes.notice} data-kind={notice}>
          {notice === 'offline' ? (
            <IconCloudOff size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconRefresh className={classes.turning} size={16} stroke={1.75} aria-hidden />
          )}
          {notice === 'offline' ? t('live.offline') : t('live.reconnecting')}
        </div>
      )}
    </div>
  );
}
