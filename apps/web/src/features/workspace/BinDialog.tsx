import { Modal, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { BinList } from '../../ui/BinList.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { restoreApp } from './app-actions.ts';

/** The team's deleted apps that the reader may take back. */
export function BinDialog({ onClose }: { onClose(): void }) {
  useFocusBack();
  const { t } = useTranslation('workspace');
  const { data, error, refetch } = useQuery(
    trpc.app.bin.queryOptions(undefined, { trpc: { context: { silent: true } } }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bin.title')}
      size="md"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text c="dimmed" mb="sm">
        {t('bin.words')}
      </Text>
      <BinList
        list={data?.map((app) => ({ ...app, icon: app.icon || <IconMessages size={16} stroke={1.75} /> }))}
        problem={error && !data ? describeError(error) : null}
        onRetry={() => void refetch()}
        onRestore={async (id) => {
          await restoreApp(id);
          await refetch();
        }}
        empty={t('bin.noApps')}
      />
    </Modal>
  );
}
