import { Button, PasswordInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './PdfViewer.module.css';

/** Asks for the password of an encrypted file, which is kept nowhere. */
export function PasswordForm({ isWrong, onAnswer }: { isWrong: boolean; onAnswer(password: string): void }) {
  const { t } = useTranslation('source');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAnswer(password);
    setPassword('');
  };
  return (
    <form className={classes.password} onSubmit={submit}>
      <PasswordInput
        label={t('password.label')}
        description={t('password.words')}
        error={isWrong && t('password.wrong')}
        value={password}
        autoComplete="off"
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" disabled={password === ''}>
        {t('password.open')}
      </Button>
    </form>
  );
}
