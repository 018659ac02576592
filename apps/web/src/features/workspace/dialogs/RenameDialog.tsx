import { Button, Group, Modal, TextInput } from '@mantine/core';
import { MAX_NAME } from '@tandem/shared/user/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renameChannel } from '../../../entities/workspace/actions.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { useFocusBack } from '../../../ui/focus/use-focus-back.ts';

/** Asks for another name of a channel or document, where its name cannot be written over as it stands. */
export function RenameDialog({ channelId, onClose }: { channelId: string; onClose(): void }) {
  useFocusBack();
  const { t } = useTranslation('workspace');
  const channel = useWorkspace((state) => state.tree.channels.get(channelId));
  const [name, setName] = useState(channel?.name ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onClose();
    void renameChannel(channelId, name.trim());
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rename.title', {
        name: channel?.name || t('channel.untitled', { context: channel?.kind }),
      })}
      size="sm"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={save}>
        <TextInput
          data-autofocus
          label={t('name.label')}
          value={name}
          maxLength={MAX_NAME}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs" wrap="nowrap">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            {t('rename.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
