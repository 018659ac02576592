import { type Db, transaction } from '@tandem/db';
import type { LoginInput, RegisterInput } from '@tandem/shared/session/schema';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByAddress } from '../../core/limits/limit-calls.ts';
import { isSetupCode } from '../../identity/installation/installation.service.ts';
import { presentSession, type SignedIn } from '../../identity/session/session.service.ts';
import { findAccount } from '../../identity/user/user.service.ts';
import { findOrCreateAccount } from '../join/user.join.ts';
import { setupTries } from './limits.ts';
import { openSession } from './open-session.ts';
import { type ProvenCode, proveCode, refuseWithoutCodes } from './session.code.ts';

/**
 * Signs in by a code that was sent to the address.
 * @throws AppError `wrongCode`, `noAccount` (the code stays good for registering), `suspended`, `emailCodesOff`
 */
export async function login(ctx: Context, { email, code }: LoginInput): Promise<SignedIn> {
  await refuseWithoutCodes(ctx);
  const proven = await proveCode(ctx, { email, purpose: 'signIn' }, code);
  return signInOnce(ctx, proven, async (tx) => {
    const account = await findAccount(tx, email);
    if (!account) throw new AppError('noAccount');
    return account;
  });
}

/**
 * Makes an account for the address that the code was sent to; one that exists is signed in instead.
 * @throws AppError `wrongCode`, `wrongSetupCode`, `setupCodeNeeded`, `registrationClosed`, `invitationGone`, `suspended`,
 * `emailCodesOff`
 */
export async function register(ctx: Context, input: RegisterInput): Promise<SignedIn> {
  const { email, code, name, setupCode, invitation, language = null } = input;
  await refuseWithoutCodes(ctx);
  const setupProven = await proveSetupCode(ctx, setupCode);
  const proven = await proveCode(ctx, { email, purpose: 'signIn' }, code);
  return signInOnce(ctx, proven, (tx) =>
    findOrCreateAccount({ ...ctx, db: tx }, { email, name, language, setupProven, invitation }),
  );
}

/** Consumes the code and starts a session, both or neither: after a refusal the same code stays valid. */
async function signInOnce(
  ctx: Context,
  proven: ProvenCode,
  find: (tx: Db) => Promise<{ id: number }>,
): Promise<SignedIn> {
  const session = await transaction(ctx.db, async (tx) => {
    await proven.take(tx);
    const { id } = await find(tx);
    return openSession({ ...ctx, db: tx }, id);
  });
  return presentSession(ctx, session);
}

/** Whether the set-up code was given; a wrong one is refused, an unnecessary one ignored. */
async function proveSetupCode(ctx: Context, given: string | undefined): Promise<boolean> {
  const { platform } = ctx;
  if (platform.setupCode === null || given === undefined) return false;
  await limitByAddress(ctx, setupTries);
  if (!isSetupCode(platform.setupCode, given)) throw new AppError('wrongSetupCode');
  return true;
}
