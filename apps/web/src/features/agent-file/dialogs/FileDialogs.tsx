import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveAgentFile, removeAgentFile, writeAgentFile } from '../../../entities/agent-file/actions.ts';
import { nameOf } from '../../../entities/agent-file/address.ts';
import { isErrorKey } from '../../../lib/errors.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { DocumentDialog } from './DocumentDialog.tsx';

/** A dialog about a file. */
export type FileDialog = { kind: 'new' } | { kind: 'rename' | 'remove' | 'document'; path: string };

interface FileDialogsProps {
  channelId: string;
  dialog: FileDialog;
  /** Called with the path of a new file. */
  onMade(path: string): void;
  onClose(): void;
}

/** The dialog that is open about a file. */
export function FileDialogs({ channelId, dialog, onMade, onClose }: FileDialogsProps) {
  const { t } = useTranslation('agent');
  switch (dialog.kind) {
    case 'new':
      return (
        <PathDialog
          title={t('file.new')}
          submit={t('file.create')}
          onClose={onClose}
          onSubmit={async (path) => {
            const { outcome } = await writeAgentFile({ channelId, path, content: '', basedOn: null });
            if (outcome === 'conflict') return t('file.taken');
            onMade(path);
            return null;
          }}
        />
      );
    case 'rename':
      return (
        <PathDialog
          title={t('file.renameTitle')}
          submit={t('file.renameTitle')}
          path={dialog.path}
          onClose={onClose}
          onSubmit={async (path) => {
            await moveAgentFile(channelId, dialog.path, path);
            return null;
          }}
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          grave
          tellsProblem
          title={t('file.removeTitle', { name: nameOf(dialog.path) })}
          words={t('file.removeWords')}
          confirm={t('file.remove')}
          onClose={onClose}
          onConfirm={() => removeAgentFile(channelId, dialog.path)}
        />
      );
    case 'document':
      return <DocumentDialog channelId={channelId} path={dialog.path} onClose={onClose} />;
  }
}

interface PathDialogProps {
  title: string;
  submit: string;
  path?: string;
  onClose(): void;
  /** @returns why the path cannot be taken; null when it was */
  onSubmit(path: string): Promise<string | null>;
}

function PathDialog({ title, submit, path: given = '', onClose, onSubmit }: PathDialogProps) {
  const { t } = useTranslation('agent');
  const [path, setPath] = useState(given);
  const [wrong, setWrong] = useState<string | null>(null);
  const wanted = path.trim();
  return (
    <FormDialog
      title={title}
      size="sm"
      submit={submit}
      valid={wanted !== '' && wanted !== given}
      onClose={onClose}
      onSubmit={async () => {
        const refused = await onSubmit(wanted).catch((error: unknown) => {
          if (isErrorKey(error, 'invalidInput')) return t('file.refused');
          throw error;
        });
        setWrong(refused);
        // The dialog stays open.
        if (refused !== null) throw new PathRefused();
      }}
    >
      {(problem) => (
        <TextInput
          data-autofocus
          label={t('file.newPath')}
          description={t('file.newHint')}
          value={path}
          error={wrong ?? problem}
          onChange={(event) => {
            setWrong(null);
            setPath(event.currentTarget.value);
          }}
        />
      )}
    </FormDialog>
  );
}

/** A path that cannot be taken; the field says why. */
class PathRefused extends Error {}
