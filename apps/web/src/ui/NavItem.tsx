import type { Icon } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import classes from './NavItem.module.css';

interface NavItemProps {
  to: string;
  icon: Icon;
  label: string;
}

/** A line of the sidebar that leads to a screen. */
export function NavItem({ to, icon: Picture, label }: NavItemProps) {
  return (
    <NavLink to={to} className={classes.item ?? ''}>
      <Picture size={17} stroke={1.75} aria-hidden />
      {label}
    </NavLink>
  );
}
