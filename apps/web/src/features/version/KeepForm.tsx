import { Button, TextInput } from '@mantine/core';
import { MAX_VERSION_NAME } from '@tandem/shared/version/schema';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepNow } from '../../entities/version/queries.ts';
import { describeError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import classes from './VersionPanel.module.css';

/** Saves the current document as a version, optionally with a name. */
export function KeepForm({ documentId }: { documentId: string }) {
  const { t } = useTranslation('version');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // One key for all retries of a press.
  const [clientKey, setClientKey] = useState(newId);

  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await keepNow(documentId, name.trim(), clientKey);
      setName('');
      setClientKey(newId());
    } catch (error) {
      setProblem(describeError(error));
    }
    setBusy(false);
  };
  return (
    <form className={classes.keep} onSubmit={keep}>
      <TextInput
        label={t('keep.label')}
        placeholder={t('keep.placeholder')}
        value={name}
        maxLength={MAX_VERSION_NAME}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={busy}>
        {t('keep.do')}
      </Button>
    </form>
  );
}
