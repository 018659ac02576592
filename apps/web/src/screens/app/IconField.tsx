import { UnstyledButton } from '@mantine/core';
import type { AppType } from '@tandem/shared/app/schema';
import { useTranslation } from 'react-i18next';
import { IconPicker } from '../../entities/message/reactions/IconPicker.tsx';
import { AppIcon } from '../../ui/KindIcon.tsx';
import classes from './IconField.module.css';

interface IconFieldProps {
  /** One emoji, or "". */
  icon: string;
  /** Type of the app, whose icon is the default. */
  type: AppType;
  readOnly: boolean;
  onChange(icon: string): void;
}

/** The icon before an app's name, with a picker. */
export function IconField({ icon, type, readOnly, onChange }: IconFieldProps) {
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
          {icon || <AppIcon type={type} size={18} />}
        </UnstyledButton>
      )}
    </IconPicker>
  );
}
