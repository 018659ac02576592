import { Button } from '@mantine/core';
import { IconFolderShare, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { Source } from '@tandem/shared/dataset/source';
import { useTranslation } from 'react-i18next';
import { retrySources, stopSources } from '../../../entities/dataset/actions.ts';
import { isUnfinished } from '../../../entities/dataset/list.ts';
import { openSourceDialog } from '../dialogs/dialog.ts';
import classes from './SelectionBar.module.css';

interface SelectionBarProps {
  datasetId: string;
  selected: readonly Source[];
}

const idsOf = (sources: readonly Source[]) => sources.map(({ id }) => id);

/** Actions on all selected sources, and their number. */
export function SelectionBar({ datasetId, selected }: SelectionBarProps) {
  const { t } = useTranslation('dataset');
  if (selected.length === 0) return <span className={classes.none}>{t('select.none')}</span>;
  const failed = selected.filter(({ status }) => status === 'failed');
  const outdated = selected.filter(({ status, isOutdated }) => isOutdated && status === 'ready');
  const unfinished = selected.filter(isUnfinished);
  const look = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const;
  return (
    <fieldset className={classes.bar} aria-label={t('select.actions')}>
      <span role="status">{t('select.count', { count: selected.length })}</span>
      <Button
        {...look}
        leftSection={<IconFolderShare size={16} stroke={1.75} />}
        onClick={() => openSourceDialog({ kind: 'move', sources: selected })}
      >
        {t('menu.move')}
      </Button>
      {failed.length > 0 && (
        <Button
          {...look}
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          onClick={() => void retrySources(datasetId, idsOf(failed))}
        >
          {t('menu.retry')}
        </Button>
      )}
      {outdated.length > 0 && (
        <Button
          {...look}
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          onClick={() => void retrySources(datasetId, idsOf(outdated))}
        >
          {t('menu.readAgain')}
        </Button>
      )}
      {unfinished.length > 0 && (
        <Button
          {...look}
          leftSection={<IconPlayerStop size={16} stroke={1.75} />}
          onClick={() => void stopSources(datasetId, idsOf(unfinished))}
        >
          {t('menu.stop')}
        </Button>
      )}
      <Button
        {...look}
        color="red"
        leftSection={<IconTrash size={16} stroke={1.75} />}
        onClick={() => openSourceDialog({ kind: 'remove', sources: selected })}
      >
        {t('menu.remove')}
      </Button>
    </fieldset>
  );
}
