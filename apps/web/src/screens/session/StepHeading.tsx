import type { ReactNode } from 'react';
import classes from './steps.module.css';

/** The title of a step, and the sentence beneath it. */
export function StepHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={classes.heading}>
      <h1 className={classes.title}>{title}</h1>
      {children && <div className={classes.subtitle}>{children}</div>}
    </header>
  );
}
