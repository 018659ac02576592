import classes from './Loading.module.css';

/** Stands where a part of the program will be once it is loaded. */
export function Loading() {
  return (
    <div className={classes.loading} role="status">
      Loading...
    </div>
  );
}
