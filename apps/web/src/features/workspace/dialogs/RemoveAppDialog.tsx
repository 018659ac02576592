import { Text } from '@mantine/core';
import type { App } from '@tandem/shared/app/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeApp } from '../../../entities/workspace/app-actions.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

interface RemoveAppDialogProps {
  app: App;
  onClose(): void;
  /** Called when the app is in the bin. */
  onRemoved(): void;
}

/** Says what deleting an app does, and deletes it. */
export function RemoveAppDialog({ app, onClose, onRemoved }: RemoveAppDialogProps) {
  const { t } = useTranslation('workspace');
  // Counted as the dialog opens: they leave the tree before it closes.
  const [count] = useState(
    () => [...useWorkspace.getState().tree.channels.values()].filter(({ appId }) => appId === app.id).length,
  );
  return (
    <ConfirmDialog
      title={t('removeApp.title', { name: app.name })}
      words={
        <>
          <Text>{count > 0 ? t('removeApp.words', { count }) : t('removeApp.wordsEmpty')}</Text>
          <Text mt="xs" c="dimmed">
            {t('removeApp.restore')}
          </Text>
        </>
      }
      confirm={t('removeApp.do')}
      grave
      tellsProblem
      onClose={onClose}
      onConfirm={async () => {
        await removeApp(app);
        onRemoved();
      }}
    />
  );
}
