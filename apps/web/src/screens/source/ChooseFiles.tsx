import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './SourcePane.module.css';

interface ChooseFilesProps {
  label: string;
  /** Only a sign, where there is little space. */
  small?: boolean;
  onFiles(files: File[]): void;
}

/** A button that opens the browser's own choice of files. */
export function ChooseFiles({ label, small = false, onFiles }: ChooseFilesProps) {
  const field = useRef<HTMLInputElement>(null);
  const choose = () => field.current?.click();
  return (
    <>
      {small ? (
        <Tooltip label={label}>
          <ActionIcon aria-label={label} onClick={choose}>
            <IconPlus size={17} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button onClick={choose}>{label}</Button>
      )}
      <input
        ref={field}
        type="file"
        multiple
        className={classes.field}
        tabIndex={-1}
        aria-hidden
        data-source-files
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
