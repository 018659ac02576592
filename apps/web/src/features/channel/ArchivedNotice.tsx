import { Button } from '@mantine/core';
import type { Channel } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { unarchiveChannel } from '../../entities/workspace/actions.ts';
import { localeOf } from '../../lib/i18n/locale.ts';
import classes from './ComposerFoot.module.css';

/** Replaces the composer where nothing can be added any more. */
export function ArchivedNotice({ channel }: { channel: Channel }) {
  const { t, i18n } = useTranslation('workspace');
  const date = channel.archivedAt?.toLocaleDateString(localeOf(i18n.language), { dateStyle: 'medium' });
  return (
    <div className={classes.composer}>
      <div className={`${classes.viewOnly} ${classes.archived}`}>
        <span>{t('archive.since', { date })}</span>
        {channel.abilities.manage && (
          <Button size="xs" variant="default" onClick={() => void unarchiveChannel(channel.id)}>
            {t('archive.undo')}
          </Button>
        )}
      </div>
    </div>
  );
}
