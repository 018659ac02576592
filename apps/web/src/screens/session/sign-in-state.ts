import { CODE_MAX_TRIES, type CodeDelivery } from '@tandem/shared/session/schema';
import { isErrorKey } from '../../lib/errors.ts';

/** The step of the sign-in. */
export interface SignInState {
  step: 'address' | 'code' | 'name';
  email: string;
  name: string;
  setupCode: string;
  /** The code that was proven, kept for making an account with it. */
  code: string;
  /** How and when the last code was sent, `sentAt` in milliseconds since 1970. */
  delivery: CodeDelivery;
  sentAt: number;
  /** Wrong tries with the last code. */
  wrongTries: number;
  /** The last failure, shown in place. */
  failure: unknown;
}

export const beginning: SignInState = {
  step: 'address',
  email: '',
  name: '',
  setupCode: '',
  code: '',
  delivery: 'mail',
  sentAt: 0,
  wrongTries: 0,
  failure: null,
};

export type SignInEvent =
  | { type: 'sent'; email: string; name: string; setupCode: string; delivery: CodeDelivery; at: number }
  | { type: 'failed'; failure: unknown; code?: string }
  | { type: 'changeAddress' };

/** The way in, step by step. */
export function signInReducer(state: SignInState, event: SignInEvent): SignInState {
  switch (event.type) {
    case 'sent': {
      const { email, name, setupCode, delivery, at } = event;
      return { ...beginning, step: 'code', email, name, setupCode, delivery, sentAt: at };
    }
    case 'changeAddress':
      return { ...beginning, email: state.email, name: state.name, setupCode: state.setupCode };
    case 'failed':
      return afterFailure(state, event.failure, event.code ?? '');
  }
}

function afterFailure(state: SignInState, failure: unknown, code: string): SignInState {
  if (isErrorKey(failure, 'wrongCode')) {
    return { ...state, step: 'code', code: '', wrongTries: state.wrongTries + 1, failure };
  }
  // The code was right and stays valid: a name, or the set-up code, is missing.
  if (isErrorKey(failure, 'noAccount')) return { ...state, step: 'name', code, failure: null };
  if (isErrorKey(failure, 'wrongSetupCode') || isErrorKey(failure, 'setupCodeNeeded')) {
    return { ...state, step: 'name', code, failure };
  }
  return { ...state, failure };
}

/** Tries left with the last code; 0: it is burnt. */
export function triesLeft(state: SignInState): number {
  return Math.max(0, CODE_MAX_TRIES - state.wrongTries);
}
