import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './Fold.module.css';

interface FoldProps {
  icon: ReactNode;
  label: ReactNode;
  /** Shown beside the label, in a lighter colour. */
  hint?: ReactNode;
  /** Shimmers while something is going on. */
  busy?: boolean;
  failed?: boolean;
  /** Made only when opened. */
  children: () => ReactNode;
}

/** One compact line that opens to show more. */
export function Fold({ icon, label, hint, busy = false, failed = false, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.fold} data-busy={busy || undefined} data-failed={failed || undefined}>
      <button
        type="button"
        className={classes.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.icon}>{icon}</span>
        <span className={classes.label}>{label}</span>
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
        <IconChevronRight className={classes.chevron} size={14} stroke={1.75} aria-hidden />
      </button>
      <div id={id} className={classes.body} hidden={!open}>
        {open && children()}
      </div>
    </div>
  );
}
