import type { ReactNode } from 'react';
import { LogoMark } from '../LogoMark.tsx';
import classes from './StatusPage.module.css';

/** A quiet page or panel that says one thing: not found, failed, please wait. */
export function StatusPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <div className={classes.body}>
        <div className={classes.mark}>
          <LogoMark size={36} />
        </div>
        {children}
      </div>
    </div>
  );
}
