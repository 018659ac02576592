import { describeError } from '../../lib/errors.ts';
import classes from './steps.module.css';

/** The error of this step, shown in place and announced. */
export function Failure({ error, children }: { error: unknown; children?: string }) {
  return (
    <div role="alert">
      {error !== null && error !== undefined && (
        <p className={classes.failure}>
          {describeError(error)} {children}
        </p>
      )}
    </div>
  );
}
