import classes from './Loading.module.css';

/** Placeholder for a part of the app that is loading. */
export function Loading() {
  return (
    <div className={classes.loading} role="status">
      Loading...
    </div>
  );
}
