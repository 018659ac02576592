import { OperatorError } from '../operator-error.ts';

/** The embedded database can't be had; `message` is a sentence for the person at the terminal. */
export class EmbeddedError extends OperatorError {
  override name = 'EmbeddedError';
}

/** Returns the `code` of a Node or PostgreSQL error; empty for none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
