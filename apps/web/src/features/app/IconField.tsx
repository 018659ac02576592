import { UnstyledButton } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconPicker } from '../message/IconPicker.tsx';
import classes from './IconField.module.css';

interface IconFieldProps {
  /** One emoji, or "". */
  icon: string;
  readOnly: boolean;
  onChange(icon: string): void;
}

/** The sign that stands before an app's name, and the choice of another. */
export function IconField({ icon, readOnly, onChange }: IconFieldProps) {
  const { t } = useTranslation('workspace');
  return (
    <IconPicker icon={icon} onChange={onChange}>
      {(button) => (
        <UnstyledButton
          {...button}
          className={classes.target ?? ''}
          disabled={readOnly}
          aria-label={icon ? t('icon.change', { icon }) : t('icon.choose')}
        >
          {icon || <IconMessages size={18} stroke={1.75} aria-hidden />}
        </UnstyledButton>
      )}
    </IconPicker>
  );
}
