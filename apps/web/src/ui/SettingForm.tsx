import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../lib/errors.ts';
import classes from './SettingForm.module.css';

interface SettingFormProps {
  title: string;
  /** One sentence below the title. */
  words?: string;
  /** Whether anything differs from what is stored. */
  changed: boolean;
  /** Whether it may be stored as it is. */
  valid?: boolean;
  onSave(): Promise<unknown>;
  onReset(): void;
  children: ReactNode;
}

/** A group of settings that are saved together; a failure shows here and nothing is lost. */
export function SettingForm(props: SettingFormProps) {
  const { title, words, changed, valid = true, onSave, onReset, children } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const save = async () => {
    if (!changed || !valid || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSave();
      setSaved(true);
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      className={classes.form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onChange={() => setSaved(false)}
    >
      <h2 className={classes.title}>{title}</h2>
      {words && <p className={classes.words}>{words}</p>}
      <div className={classes.fields}>{children}</div>
      <div className={classes.foot}>
        <Button type="submit" loading={busy} disabled={!changed || !valid}>
          {t('setting.save')}
        </Button>
        {changed && !busy && (
          <Button variant="subtle" color="gray" onClick={onReset}>
            {t('setting.discard')}
          </Button>
        )}
        <span className={classes.note} role="status">
          {saved && !changed ? t('setting.saved') : ''}
        </span>
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
