import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { agentFileToDocument } from '../../../entities/agent-file/actions.ts';
import { nameOf } from '../../../entities/agent-file/address.ts';
import { pathOf } from '../../../entities/workspace/path.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { toast } from '../../../lib/toasts.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface DocumentDialogProps {
  channelId: string;
  path: string;
  onClose(): void;
}

/** Makes a document of a file, in an app that the reader chooses. */
export function DocumentDialog({ channelId, path, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('agent');
  const navigate = useNavigate();
  const known = useWorkspace((state) => state.tree.apps);
  const apps = useMemo(
    () =>
      [...known.values()]
        .filter(({ abilities }) => abilities.createChannel)
        .sort((a, b) => Number(b.type === 'note') - Number(a.type === 'note')),
    [known],
  );
  const [appId, setApp] = useState(apps[0]?.id ?? '');
  return (
    <FormDialog
      title={t('file.toDocument')}
      size="sm"
      submit={t('file.create')}
      valid={appId !== ''}
      onClose={onClose}
      onSubmit={async () => {
        const made = await agentFileToDocument(channelId, path, appId);
        toast.success(t('file.toDocumentDone', { name: nameOf(path) }), {
          action: {
            label: t('file.toDocumentOpen'),
            onClick: () => void navigate(pathOf.channel({ ...made, kind: 'document' })),
          },
        });
      }}
    >
      <NativeSelect
        data-autofocus
        label={t('file.documentApp')}
        value={appId}
        data={apps.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => setApp(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
