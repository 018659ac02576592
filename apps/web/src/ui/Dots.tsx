import classes from './Dots.module.css';

/** Three dots that pulse while something is awaited; it is said elsewhere, since they have no text. */
export function Dots({ small = false }: { small?: boolean }) {
  return (
    <span className={classes.dots} data-small={small || undefined} aria-hidden>
      <span />
      <span />
      <span />
    </span>
  );
}
