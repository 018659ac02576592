import { ActionIcon, Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconDatabase, IconPlus, IconX } from '@tabler/icons-react';
import type { DatasetUser } from '@tandem/shared/dataset/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../lib/errors.ts';
import classes from './AttachedDatasets.module.css';
import { detachDataset, useAttached } from './attach.ts';
import { DatasetPicker } from './DatasetPicker.tsx';

interface AttachedDatasetsProps {
  to: DatasetUser;
  mayChange: boolean;
}

/** The datasets that answers of an assistant or in a channel may quote; they are changed at once. */
export function AttachedDatasets({ to, mayChange }: AttachedDatasetsProps) {
  const { t } = useTranslation('dataset');
  const { data: attached, error, refetch } = useAttached(to);
  const [picking, setPicking] = useState(false);
  const [hasPicked, setPicked] = useState(false);
  const endPicking = () => {
    setPicking(false);
    setPicked(true);
  };
  if (error && !attached)
    return (
      <div role="alert">
        <p className={classes.none}>{describeError(error)}</p>
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  if (!attached) return <Skeleton height={36} radius="md" />;
  return (
    <div className={classes.field}>
      {attached.length === 0 && !picking && <p className={classes.none}>{t('attach.none')}</p>}
      {attached.length > 0 && (
        <ul className={classes.list} aria-label={t('attach.label')}>
          {attached.map(({ datasetId, name, icon }) => {
            const shown = name ?? t('attach.hidden');
            return (
              <li key={datasetId} data-hidden={name === null || undefined}>
                <span className={classes.icon} aria-hidden>
                  {icon || <IconDatabase size={16} stroke={1.75} />}
                </span>
                <span className={classes.name}>{shown}</span>
                {mayChange && (
                  <ActionIcon
                    aria-label={t('attach.remove', { name: shown })}
                    title={t('attach.removeHint')}
                    onClick={() => void detachDataset(to, datasetId)}
                  >
                    <IconX size={16} stroke={1.75} />
                  </ActionIcon>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {mayChange && !picking && (
        <Button
          autoFocus={hasPicked}
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => setPicking(true)}
        >
          {t('attach.add')}
        </Button>
      )}
      {picking && <DatasetPicker to={to} attached={attached} onClose={endPicking} />}
    </div>
  );
}
