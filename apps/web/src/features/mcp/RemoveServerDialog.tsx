import { Button, Group, Modal, Text } from '@mantine/core';
import type { McpServer } from '@tandem/shared/mcp/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { removeServer } from './queries.ts';

/** Asks before a server and its tools are taken from every assistant. */
export function RemoveServerDialog({ server, onClose }: { server: McpServer; onClose(): void }) {
  const { t } = useTranslation('mcp');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function go() {
    setBusy(true);
    try {
      await removeServer(server.id);
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('removing.title', { name: server.name })}
      size="sm"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text>{t('removing.words')}</Text>
      {problem && (
        <Text c="error" mt="sm" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button color="red" loading={busy} onClick={() => void go()}>
          {t('remove')}
        </Button>
      </Group>
    </Modal>
  );
}
