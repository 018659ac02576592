import { Button, Group, Modal, Text } from '@mantine/core';
import type { App } from '@tandem/shared/app/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { removeApp } from './app-actions.ts';
import { useWorkspace } from './store.ts';

interface RemoveAppDialogProps {
  app: App;
  onClose(): void;
  /** Told once the app is in the bin. */
  onRemoved(): void;
}

/** Says what deleting an app does, and does it. */
export function RemoveAppDialog({ app, onClose, onRemoved }: RemoveAppDialogProps) {
  useFocusBack();
  const { t } = useTranslation('workspace');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Counted as the dialog opens: they leave the tree before it closes.
  const [count] = useState(
    () => [...useWorkspace.getState().tree.channels.values()].filter(({ appId }) => appId === app.id).length,
  );
  const remove = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await removeApp(app);
      onRemoved();
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('removeApp.title', { name: app.name })}
      size="sm"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text>{count > 0 ? t('removeApp.words', { count }) : t('removeApp.wordsEmpty')}</Text>
      <Text mt="xs" c="dimmed">
        {t('removeApp.restore')}
      </Text>
      {problem && (
        <Text mt="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button color="red" loading={busy} onClick={() => void remove()}>
          {t('removeApp.do')}
        </Button>
      </Group>
    </Modal>
  );
}
