import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addFolder, removeSources, renameSource } from '../../../entities/dataset/actions.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { AddDocuments } from './AddDocuments.tsx';
import { AddPage } from './AddPage.tsx';
import { AddText } from './AddText.tsx';
import { closeSourceDialog, type SourceDialog as Dialog } from './dialog.ts';
import { MoveSources } from './MoveSources.tsx';
import { ReplaceSource } from './ReplaceSource.tsx';

interface SourceDialogProps {
  datasetId: string;
  dialog: Dialog;
}

/** The open dialog about sources, by its kind. */
export default function SourceDialog({ datasetId, dialog }: SourceDialogProps) {
  const { t } = useTranslation('dataset');
  const onClose = closeSourceDialog;
  switch (dialog.kind) {
    case 'folder':
      return (
        <NameForm
          title={t('add.newFolder')}
          submit={t('create')}
          name=""
          onClose={onClose}
          onName={(name) => addFolder(dialog.place, name)}
        />
      );
    case 'rename':
      return (
        <NameForm
          title={t('rename.title', { name: dialog.source.name })}
          submit={t('menu.rename')}
          name={dialog.source.name}
          onClose={onClose}
          onName={(name) => renameSource(dialog.source, name)}
        />
      );
    case 'move':
      return <MoveSources datasetId={datasetId} sources={dialog.sources} onClose={onClose} />;
    case 'remove': {
      const { sources } = dialog;
      const [first] = sources;
      return (
        <ConfirmDialog
          grave
          tellsProblem
          title={
            sources.length === 1
              ? t('remove.one', { name: first?.name })
              : t('remove.title', { count: sources.length })
          }
          words={
            <>
              {sources.some(({ kind }) => kind === 'folder') && <p>{t('remove.folder')}</p>}
              <p>{t('remove.words')}</p>
            </>
          }
          confirm={t('menu.remove')}
          onClose={onClose}
          onConfirm={() =>
            removeSources(
              datasetId,
              sources.map(({ id }) => id),
            )
          }
        />
      );
    }
    case 'replace':
      return <ReplaceSource source={dialog.source} onClose={onClose} />;
    case 'text':
      return <AddText place={dialog.place} onClose={onClose} />;
    case 'page':
      return <AddPage place={dialog.place} kind={dialog.as} onClose={onClose} />;
    case 'documents':
      return <AddDocuments place={dialog.place} onClose={onClose} />;
  }
}

interface NameFormProps {
  title: string;
  submit: string;
  name: string;
  onClose(): void;
  onName(name: string): Promise<unknown>;
}

function NameForm({ title, submit, name: before, onClose, onName }: NameFormProps) {
  const { t } = useTranslation('dataset');
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title={title}
      size="sm"
      submit={submit}
      valid={name.trim() !== ''}
      onClose={onClose}
      onSubmit={() => onName(name.trim())}
    >
      {(problem) => (
        <TextInput
          data-autofocus
          label={t('field.name')}
          value={name}
          maxLength={200}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
