import type { ReactNode } from 'react';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { LogoMark } from '../../ui/LogoMark.tsx';
import classes from './AuthPage.module.css';

/** The page around each step of signing in. */
export function AuthPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        <div className={classes.brand}>
          <LogoMark size={40} />
        </div>
        {children}
      </main>
      <footer className={classes.footer}>
        <LanguageSwitch />
      </footer>
    </div>
  );
}
