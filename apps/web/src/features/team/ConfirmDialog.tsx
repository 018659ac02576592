import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ConfirmDialogProps {
  title: string;
  words: string;
  confirm: string;
  /** Whether it takes something away for good. */
  grave?: boolean;
  onClose(): void;
  /** A failure shows by itself, and the question stays. */
  onConfirm(): Promise<unknown>;
}

/** Asks before something is done that people may not expect. */
export function ConfirmDialog({
  title,
  words,
  confirm,
  grave = false,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useTranslation('team');
  const [busy, setBusy] = useState(false);

  async function go() {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      setBusy(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title={title} size="sm" closeButtonProps={{ 'aria-label': t('close') }}>
      <Text>{words}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button {...(grave && { color: 'red' })} loading={busy} onClick={() => void go()}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
