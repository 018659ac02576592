import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AttachedDatasets } from '../../entities/dataset/attach/AttachedDatasets.tsx';
import { closeDatasets } from '../../entities/dataset/attach/dialog.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { useFocusBack } from '../../ui/focus/use-focus-back.ts';

/** The datasets that answers in a channel may quote. */
export default function DatasetsDialog({ channelId }: { channelId: string }) {
  useFocusBack();
  const { t } = useTranslation(['dataset', 'workspace']);
  const channel = useWorkspace(({ tree }) => tree.channels.get(channelId));
  const name = channel?.name || t('workspace:channel.untitled', { context: channel?.kind });
  return (
    <Modal
      opened
      onClose={closeDatasets}
      size={480}
      title={t('attach.title', { name })}
      closeButtonProps={{ 'aria-label': t('attach.close') }}
    >
      <Text c="dimmed" mb="md">
        {t('attach.titleWords')}
      </Text>
      <AttachedDatasets to={{ channelId }} mayChange={channel?.abilities.edit === true} />
    </Modal>
  );
}
