import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './OutsideText.module.css';

interface OutsideTextProps {
  ref: Ref<() => void>;
  /** Told when the writer wants to go on in the text. */
  onReturn(): void;
}

/** Where the keyboard is after it left the text, just behind it, and what it can do from there. */
export function OutsideText({ ref, onReturn }: OutsideTextProps) {
  const { t } = useTranslation('document');
  const place = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => () => place.current?.focus({ preventScroll: true }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    onReturn();
  };
  return (
    <div ref={place} role="note" tabIndex={-1} className={classes.place} onKeyDown={onKeyDown}>
      {t('editor.left')}
    </div>
  );
}
