import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './RenameField.module.css';

/** Longest name, as the server accepts it. */
const MAX_NAME = 80;

interface RenameFieldProps {
  name: string;
  onSave(name: string): void;
  onCancel(): void;
}

/** Renames something in place. Enter or leaving the field saves, Esc cancels. */
export function RenameField({ name, onSave, onCancel }: RenameFieldProps) {
  const { t } = useTranslation('workspace');
  const [value, setValue] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const finish = (action: () => void) => {
    if (done.current) return;
    done.current = true;
    action();
  };
  const save = () => finish(() => (value.trim() === '' ? onCancel() : onSave(value.trim())));

  return (
    <input
      ref={field}
      className={classes.field}
      value={value}
      maxLength={MAX_NAME}
      aria-label={t('rename.label')}
      placeholder={t('channel.untitled')}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') save();
        else if (event.key === 'Escape') finish(onCancel);
      }}
    />
  );
}
