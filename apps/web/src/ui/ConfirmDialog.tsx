import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../lib/errors.ts';
import { useFocusBack } from './focus/use-focus-back.ts';
import { useTopmost } from './focus/use-topmost.ts';

interface ConfirmDialogProps {
  title: string;
  words: ReactNode;
  confirm: string;
  /** Whether it takes something away. */
  grave?: boolean;
  /** Whether a failure is shown below the text; otherwise the call shows it. */
  tellsProblem?: boolean;
  onClose(): void;
  /** The question goes once this is done; after a failure it stays. */
  onConfirm(): Promise<unknown>;
}

/** Asks for confirmation before an unexpected effect. */
export function ConfirmDialog({
  title,
  words,
  confirm,
  grave = false,
  tellsProblem = false,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  useFocusBack();
  const { t } = useTranslation();
  const [dialog] = useState({});
  const isTopmost = useTopmost(dialog, true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function go() {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      if (tellsProblem) setProblem(describeError(error));
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={isTopmost}
      title={title}
      size="sm"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Text component="div">{words}</Text>
      {problem && (
        <Text mt="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button {...(grave && { color: 'red' })} loading={busy} onClick={() => void go()}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
