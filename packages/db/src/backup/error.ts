import { OperatorError } from '../operator-error.ts';

/** A backup that can't be made, read or restored; `message` is a sentence for the person at the terminal. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
}
