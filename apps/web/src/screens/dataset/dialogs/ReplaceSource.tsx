import { Button, Progress } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import type { Source } from '@tandem/shared/dataset/source';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replaceSource } from '../../../entities/dataset/actions.ts';
import { refusalOf, uploadFile } from '../../../lib/upload.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

/** Gives a source the content of another file. */
export function ReplaceSource({ source, onClose }: { source: Source; onClose(): void }) {
  const { t } = useTranslation(['dataset', 'source']);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [abort] = useState(() => new AbortController());
  useEffect(() => () => abort.abort(), [abort]);

  const replace = async () => {
    if (!file) return;
    const refusal = refusalOf(file);
    if (refusal) throw refusal;
    const uploaded = await uploadFile(file, file.name, { signal: abort.signal, onProgress: setProgress });
    await replaceSource(source, uploaded.id);
  };
  return (
    <FormDialog
      title={t('replace.title', { name: source.name })}
      words={t('replace.words')}
      submit={t('replace.do')}
      valid={file !== null}
      onClose={onClose}
      onSubmit={replace}
    >
      <Button
        data-autofocus
        variant="default"
        leftSection={<IconFileUpload size={16} stroke={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {file?.name ?? t('replace.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        data-replace-file
        aria-label={t('replace.choose')}
        onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
      />
      {progress !== null && (
        <Progress size={4} value={100 * progress} aria-label={t('source:upload.label')} />
      )}
    </FormDialog>
  );
}
