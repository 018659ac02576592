import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Whether to say that the value will not do. */
  isBad: boolean;
}

/** The name of a new account. */
export function NameField({ value, onChange, isBad }: FieldProps) {
  const { t } = useTranslation('auth');
  return (
    <TextInput
      label={t('field.name')}
      size="md"
      autoComplete="name"
      autoFocus
      maxLength={80}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isBad && t('invalid.name')}
    />
  );
}

/** The code that the server printed for its first account. */
export function SetupCodeField({ value, onChange, isBad }: FieldProps) {
  const { t } = useTranslation('auth');
  return (
    <TextInput
      label={t('field.setupCode')}
      description={t('field.setupCodeHelp')}
      size="md"
      autoComplete="off"
      maxLength={64}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isBad && t('invalid.setupCode')}
    />
  );
}
