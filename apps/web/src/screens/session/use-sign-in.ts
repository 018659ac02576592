import type { Language } from '@tandem/shared/user/schema';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorKey } from '../../lib/errors.ts';
import { chosenLanguage } from '../../lib/i18n/language.ts';
import { register, sendCode, signIn } from './sign-in.ts';
import { beginning, signInReducer } from './sign-in-state.ts';

export interface Address {
  email: string;
  name: string;
  setupCode: string;
}

/** The invitation by whose link a person came. */
export interface InvitedBy {
  token: string;
  /** The only address for which it is. */
  email: string;
  team: string;
  /** "" when their account is gone. */
  inviter: string;
}

/**
 * Drives the way in.
 * @param registering whether an account is to be made: by a person who said so, or because it is the first
 * @param onSignedIn called once somebody is signed in
 */
export function useSignIn(registering: boolean, onSignedIn: () => void, invitation?: InvitedBy) {
  const [state, dispatch] = useReducer(signInReducer, beginning);
  const [busy, setBusy] = useState(false);
  const { i18n } = useTranslation();

  /** Runs one step; `code` is the one in play, kept when the step fails for another reason. */
  async function attempt(step: () => Promise<void>, code?: string): Promise<void> {
    setBusy(true);
    try {
      await step();
    } catch (failure) {
      dispatch({ type: 'failed', failure, ...(code !== undefined && { code }) });
    } finally {
      setBusy(false);
    }
  }

  function send({ email, name, setupCode }: Address): Promise<void> {
    const sent = { type: 'sent', email, name, setupCode } as const;
    return attempt(async () => {
      try {
        const delivery = await sendCode(email, i18n.language as Language);
        dispatch({ ...sent, delivery, at: Date.now() });
      } catch (failure) {
        // Enough codes were sent a moment ago, and they still work.
        if (isErrorKey(failure, 'tooManyCodes'))
          dispatch({ ...sent, delivery: state.delivery, at: Date.now() });
        throw failure;
      }
    });
  }

  function finishRegistration(code: string, name: string, setupCode: string): Promise<void> {
    const language = chosenLanguage();
    return attempt(async () => {
      await register({
        email: state.email,
        code,
        name,
        ...(setupCode !== '' && { setupCode }),
        ...(language && { language }),
        ...(invitation && { invitation: invitation.token }),
      });
      onSignedIn();
    }, code);
  }

  function enterCode(code: string): Promise<void> {
    if (registering) return finishRegistration(code, state.name, state.setupCode);
    return attempt(async () => {
      await signIn(state.email, code);
      onSignedIn();
    }, code);
  }

  return {
    state,
    busy,
    /** Whether only one address will do. */
    isFixed: invitation !== undefined,
    send,
    enterCode,
    /** Makes an account with the code that was proven already. */
    enterName: (name: string, setupCode: string) => finishRegistration(state.code, name, setupCode),
    changeAddress: () => dispatch({ type: 'changeAddress' }),
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
