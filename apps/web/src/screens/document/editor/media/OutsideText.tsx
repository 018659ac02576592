import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './OutsideText.module.css';

interface OutsideTextProps {
  ref: Ref<() => void>;
  /** Called when the writer wants to continue in the text. */
  onReturn(): void;
}

/** A focus target just behind the text, for the keyboard that left it, with a hint about what it can do. */
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
