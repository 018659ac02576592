import { describeError } from '../../lib/errors.ts';
import classes from './steps.module.css';

/** What failed in this step, said in place and heard at once. */
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
