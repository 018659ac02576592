import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { importEndings } from '@tandem/shared/document/import';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DropArea } from '../../ui/files/DropArea.tsx';
import classes from './Exchange.module.css';

const ACCEPTED = importEndings.map((ending) => `.${ending}`).join(',');

/** A place for files to be dropped on, and a button to choose them. */
export function FileChoice({ onFiles }: { onFiles(files: File[]): void }) {
  const { t } = useTranslation('document');
  const input = useRef<HTMLInputElement>(null);
  return (
    <DropArea label={t('import.drop')} className={classes.drop} onFiles={onFiles}>
      <IconFileImport size={32} stroke={1.25} aria-hidden />
      <p className={classes.lead}>{t('import.lead')}</p>
      <Button data-autofocus onClick={() => input.current?.click()}>
        {t('import.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label={t('import.choose')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <p className={classes.note}>{t('import.words')}</p>
    </DropArea>
  );
}
