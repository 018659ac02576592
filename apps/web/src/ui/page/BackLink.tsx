import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './BackLink.module.css';

/** The way from a detail to the page that it belongs to, which the children name. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.back}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden />
      {children}
    </Link>
  );
}
