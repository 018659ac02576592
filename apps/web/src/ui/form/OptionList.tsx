import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './OptionList.module.css';

/** A list of `Option`s, of which a press chooses one. */
export function OptionList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface OptionProps {
  icon: ReactNode;
  name: string;
  /** Whether a press shows what is inside of it. */
  opens?: boolean;
  /** Focused when its dialog opens. */
  autoFocus?: boolean;
  onChoose(): void;
}

/** One line of an `OptionList`. */
export function Option({ icon, name, opens = false, autoFocus = false, onChoose }: OptionProps) {
  return (
    <li>
      <button
        type="button"
        className={classes.option}
        onClick={onChoose}
        {...(autoFocus && { 'data-autofocus': true })}
      >
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        <span className={classes.name}>{name}</span>
        {opens && <IconChevronRight size={14} stroke={1.75} aria-hidden />}
      </button>
    </li>
  );
}
