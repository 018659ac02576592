import { Button, Group } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import classes from './DialogForm.module.css';

export interface DialogFormProps {
  /** Label of the button that submits. */
  submit: string;
  /** Label of the other button, unless it is "Cancel". */
  cancel?: string;
  /** Whether the fields may be submitted as they are. */
  valid: boolean;
  /** Further buttons, at the start of the row. */
  extra?: ReactNode;
  onCancel(): void;
  /** A failure is shown, and the form can be submitted again. */
  onSubmit(): Promise<unknown>;
  /** The fields. As a function they show the failure themselves; otherwise it is shown below them. */
  children: ReactNode | ((problem: string | null) => ReactNode);
}

/** The form of a dialog: its fields, why submitting failed, and the buttons that submit and cancel. */
export function DialogForm(props: DialogFormProps) {
  const { submit, cancel, valid, extra, onCancel, onSubmit, children } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function go(event: FormEvent) {
    event.preventDefault();
    if (!valid || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit();
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  }

  return (
    <form className={classes.form} onSubmit={go} noValidate>
      {typeof children === 'function' ? children(problem) : children}
      {problem && typeof children !== 'function' && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        {extra}
        <Group wrap="nowrap" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {cancel ?? t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={!valid}>
            {submit}
          </Button>
        </Group>
      </div>
    </form>
  );
}
