import { type ReactNode, useEffect, useId } from 'react';
import classes from './SettingForm.module.css';
import { useSettingPage } from './SettingPage.tsx';

interface SettingFormProps {
  title: string;
  /** One sentence below the title. */
  words?: string;
  /** Whether anything differs from the stored values. */
  changed: boolean;
  /** Whether it may be stored as it is. */
  valid?: boolean;
  onSave(): Promise<unknown>;
  onReset(): void;
  children: ReactNode;
}

/** A group of settings that are stored together; the bar of its page saves it. */
export function SettingForm(props: SettingFormProps) {
  const { title, words, changed, valid = true, onSave, onReset, children } = props;
  const id = useId();
  const { report, save } = useSettingPage();

  // On every render, since the current values are saved.
  useEffect(() => report(id, { changed, valid, save: onSave, reset: onReset }));
  useEffect(() => () => report(id, null), [id, report]);

  return (
    <form
      className={classes.form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h2 className={classes.title}>{title}</h2>
      {words && <p className={classes.words}>{words}</p>}
      <div className={classes.fields}>{children}</div>
      {/* Enter in a field saves only where a form has its own button. */}
      <button type="submit" hidden />
    </form>
  );
}
