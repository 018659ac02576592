import type { Icon } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import classes from './NavItem.module.css';

interface NavItemProps {
  /** A path; where one address shows several views, with its `view`. */
  to: string;
  icon: Icon;
  label: string;
  /** It is active for all views of its address. */
  anyView?: boolean;
}

/** A line of the sidebar that leads to a screen. */
export function NavItem({ to, icon: Picture, label, anyView = false }: NavItemProps) {
  const { pathname, search } = useLocation();
  const [path, query = ''] = to.split('?', 2);
  const viewOf = (text: string) => new URLSearchParams(text).get('view');
  const isHere = pathname === path && (anyView || viewOf(search) === viewOf(query));
  return (
    <Link to={to} className={classes.item ?? ''} {...(isHere && { 'aria-current': 'page' })}>
      <Picture size={17} stroke={1.75} aria-hidden />
      {label}
    </Link>
  );
}
