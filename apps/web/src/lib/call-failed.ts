import { isUnauthorised, sessionEndOf } from './errors.ts';
import { showFailure, showLimit } from './failure-toasts.ts';
import { useSession } from './session/session.ts';
import { announceSessionEnded } from './session/session-ended.ts';

/** How a call handles its own failures. */
export interface FailureOptions {
  /** The caller shows the failure in place. What concerns the whole page, a session that ended or a limit, still shows. */
  silent?: boolean;
  /** There may well be no session yet: nothing at all is shown, and a 401 leads nowhere. */
  guest?: boolean;
}

interface FailedCall {
  kind: 'query' | 'mutation';
  /** Whether the call used the session of this server; a 401 of another site does not end it. */
  ownSession: boolean;
}

/** Common handling of failed calls, over either transport: one toast, and the sign-in page on a 401. */
export function callFailed(error: unknown, call: FailedCall, options: FailureOptions): void {
  if (options.guest) return;
  const sessionEnded = call.ownSession && isUnauthorised(error);
  if (sessionEnded || !options.silent) showFailure(error, call.kind);
  else if (call.kind === 'mutation') showLimit(error);
  if (!sessionEnded) return;
  useSession.setState({ ended: sessionEndOf(error) });
  announceSessionEnded();
}
