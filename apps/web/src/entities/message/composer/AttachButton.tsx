import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './AttachButton.module.css';

/** Opens the system's own choice of files. */
export function AttachButton({ disabled, onFiles }: { disabled?: boolean; onFiles(files: File[]): void }) {
  const { t } = useTranslation('file');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        disabled={disabled}
        onClick={() => input.current?.click()}
        aria-label={t('attach')}
        title={t('attachHint')}
      >
        <IconPaperclip size={18} stroke={1.75} aria-hidden />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-attach
        onChange={(event) => {
          const field = event.currentTarget;
          onFiles([...(field.files ?? [])]);
          // The same file may be chosen again.
          field.value = '';
          field.form?.querySelector('textarea')?.focus({ preventScroll: true });
        }}
      />
    </>
  );
}
