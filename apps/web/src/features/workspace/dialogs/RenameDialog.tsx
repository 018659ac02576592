import { TextInput } from '@mantine/core';
import { MAX_NAME } from '@tandem/shared/user/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renameChannel } from '../../../entities/workspace/actions.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

/** Renames a channel or document, where the name cannot be edited in place. */
export function RenameDialog({ channelId, onClose }: { channelId: string; onClose(): void }) {
  const { t } = useTranslation('workspace');
  const channel = useWorkspace((state) => state.tree.channels.get(channelId));
  const [name, setName] = useState(channel?.name ?? '');
  return (
    <FormDialog
      title={t('rename.title', {
        name: channel?.name || t('channel.untitled', { context: channel?.kind }),
      })}
      size="sm"
      submit={t('rename.save')}
      valid={name.trim() !== ''}
      onClose={onClose}
      // The tree shows the new name at once, and says so if it has to go back.
      onSubmit={async () => void renameChannel(channelId, name.trim())}
    >
      <TextInput
        data-autofocus
        label={t('name.label')}
        value={name}
        maxLength={MAX_NAME}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}
