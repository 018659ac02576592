import {
  describeError,
  foreignAnswer,
  isAbort,
  isErrorKey,
  isUnauthorised,
  isUnreachable,
  messageOf,
  say,
} from './errors.ts';
import { toast } from './toasts.ts';

/** The toast each shown failure got, so that one failure has one toast. */
const shown = new WeakMap<object, string | number>();

let saidElsewhere = 0;

/**
 * While a screen shows by itself that the server does not answer, and reloads when it does, failed queries
 * need no toast. Changes keep theirs.
 * @returns a function that ends it
 */
export function unreachableIsSaidHere(): () => void {
  saidElsewhere++;
  return () => {
    saidElsewhere--;
  };
}

/** Whether a failed change hit a true limit; only those sentences use the word. */
function isLimit(error: unknown): boolean {
  return /limit/i.test(messageOf(error)) || isErrorKey(error, 'tooManyRequests');
}

/**
 * Shows a failure as one error toast, however often it is reported. Several calls that fail because the
 * session ended, or because the server does not answer, share one.
 */
export function showFailure(error: unknown, kind: 'query' | 'mutation' = 'query'): void {
  if (isAbort(error)) return;
  if (kind === 'query' && saidElsewhere > 0 && isUnreachable(error)) return;
  const known = typeof error === 'object' && error !== null ? shown.get(error) : undefined;
  const limited = kind === 'mutation' && isLimit(error);
  if (known !== undefined && !limited) return;
  const id = toast.error(sentence(error, limited), { id: known ?? sharedId(error) });
  if (typeof error === 'object' && error !== null) shown.set(error, id);
}

/** Shows a failed change that hit a limit, instead of its own message; the caller shows other failures. */
export function showLimit(error: unknown): void {
  if (isLimit(error)) showFailure(error, 'mutation');
}

function sentence(error: unknown, limited: boolean): string {
  if (limited) return say('common:error.rateLimit', 'Rate limit exceeded. Please try again later.');
  if (isUnauthorised(error)) return say('common:error.loginExpired', 'Login expired, please login again');
  return describeError(error);
}

function sharedId(error: unknown): string | undefined {
  if (isUnauthorised(error)) return 'login-expired';
  if (isUnreachable(error)) return 'unreachable';
  return foreignAnswer(error) ? 'not-ours' : undefined;
}
