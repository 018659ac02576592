import { TextInput } from '@mantine/core';
import { MAX_VERSION_NAME } from '@tandem/shared/version/schema';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './VersionPanel.module.css';

interface NameFieldProps {
  name: string;
  onSave(name: string): void;
  onCancel(): void;
}

/** Renames a version in place. Enter or leaving the field saves, Esc cancels; "" removes the name. */
export function NameField({ name, onSave, onCancel }: NameFieldProps) {
  const { t } = useTranslation('version');
  const [value, setValue] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  // The menu that it was chosen in gives the focus back first.
  useEffect(() => {
    const timer = setTimeout(() => field.current?.select(), 60);
    return () => clearTimeout(timer);
  }, []);
  const finish = (action: () => void) => {
    if (done.current) return;
    done.current = true;
    action();
  };
  return (
    <div className={classes.rename}>
      <TextInput
        ref={field}
        size="xs"
        aria-label={t('rename.label')}
        placeholder={t('keep.placeholder')}
        value={value}
        maxLength={MAX_VERSION_NAME}
        onChange={(event) => setValue(event.currentTarget.value)}
        onBlur={() => finish(() => onSave(value.trim()))}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') finish(() => onSave(value.trim()));
          else if (event.key === 'Escape') finish(onCancel);
        }}
      />
    </div>
  );
}
