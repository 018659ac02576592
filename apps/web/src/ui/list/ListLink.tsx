import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './ListLink.module.css';

interface ListLinkProps extends LinkProps {
  /** An icon or emoji before the name. */
  icon: ReactNode;
}

/** One line of a list of places: all of it leads there. */
export function ListLink({ icon, className, children, ...link }: ListLinkProps) {
  return (
    <Link {...link} className={`${classes.link} ${className ?? ''}`}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      {children}
    </Link>
  );
}
