import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Db } from '@tandem/db';
import {
  CODE_LENGTH,
  CODE_LIFETIME_MS,
  CODE_MAX_TRIES,
  type CodeDelivery,
} from '@tandem/shared/session/schema';
import type { Language } from '@tandem/shared/user/schema';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { limitByAddress } from '../core/limits/limit-calls.ts';
import type { Platform } from '../core/platform.ts';
import { derivedKey } from '../installation/installation.keys.ts';
import { hasTeam } from '../installation/installation.service.ts';
import { admissionOf } from '../user/user.join.ts';
import { findAccount } from '../user/user.service.ts';
import { mailCode } from './session.code.mail.ts';
import { type CodeOwner, countTry, putCode, takeCode } from './session.code.repo.ts';
import { sendsByClient, sendsToAddress, triesByClient } from './session.limits.ts';

export { forgetPerson } from './session.code.repo.ts';

/**
 * Sends a sign-in code to an address that has an account or may make one. Every other address gets the same
 * answer after the same work: a code that nobody can guess is kept for it, and no mail goes out.
 * @throws AppError `tooManyCodes`, `tooManyRequests`, `emailCodesOff`
 */
export async function sendEmailCode(
  ctx: Context,
  { email, language }: { email: string; language?: Language | undefined },
): Promise<{ delivery: CodeDelivery }> {
  const { db, platform } = ctx;
  await limitByAddress(ctx, sendsByClient);
  await refuseWithoutCodes(ctx);
  await platform.limiter.count(sendsToAddress, email);

  const [account, admission] = await Promise.all([findAccount(db, email), admissionOf(db, email)]);
  const welcome = account !== undefined || admission.kind !== 'closed';
  const to = { email, purpose: 'signIn' } as const;
  const code = await keepCode(ctx, to, welcome);
  // After the answer, so that its time does not tell whether a mail went out.
  if (welcome)
    setImmediate(() => mailCode(platform, to, code, language ?? account?.language ?? ctx.language));
  return { delivery: platform.mailer.delivery };
}

/**
 * Holds that people sign in by codes here. The first account always may: it is whose who sets everything up.
 * @throws AppError `emailCodesOff`
 */
export async function refuseWithoutCodes({ db, platform }: Context): Promise<void> {
  if (platform.values.current.emailCodes) return;
  if (await hasTeam(db)) throw new AppError('emailCodesOff');
}

/**
 * Sends a code by which a signed-in person proves once more that an account is theirs, for one purpose only.
 * @throws AppError `tooManyCodes`
 */
export async function sendProofCode(
  ctx: Context,
  to: CodeOwner,
  language: Language,
): Promise<{ delivery: CodeDelivery }> {
  await ctx.platform.limiter.count(sendsToAddress, to.email);
  const code = await keepCode(ctx, to, true);
  setImmediate(() => mailCode(ctx.platform, to, code, language));
  return { delivery: ctx.platform.mailer.delivery };
}

/** Makes a code and keeps its hash; that of nothing anyone can know where no code is to be given out. */
async function keepCode({ db, platform }: Context, to: CodeOwner, isGivenOut: boolean): Promise<string> {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
  const hash = isGivenOut ? hashOf(platform, to, code) : randomBytes(32);
  await putCode(db, { ...to, hash, lifetimeSeconds: CODE_LIFETIME_MS / 1_000 });
  return code;
}

/** A code found right, not used up yet. */
export interface ProvenCode {
  /** Uses the code up, in the transaction of what it was for. @throws AppError `wrongCode` when another did */
  take(tx: Db): Promise<void>;
}

/**
 * Tries a code. A missing, old, burnt and wrong one cannot be told apart.
 * @throws AppError `wrongCode`, `tooManyRequests`
 */
export async function proveCode(ctx: Context, to: CodeOwner, code: string): Promise<ProvenCode> {
  await limitByAddress(ctx, triesByClient);
  const expected = await countTry(ctx.db, to, CODE_MAX_TRIES);
  const given = hashOf(ctx.platform, to, code);
  if (!timingSafeEqual(given, expected ?? randomBytes(given.length))) throw new AppError('wrongCode');
  return {
    async take(tx) {
      if (!(await takeCode(tx, to, given))) throw new AppError('wrongCode');
    },
  };
}

function hashOf({ settings, installationId }: Platform, { email, purpose }: CodeOwner, code: string): Buffer {
  const key = derivedKey(settings.secretKey, 'code', installationId);
  return createHmac('sha256', key).update(`${purpose}\n${email}\n${code}`).digest();
}
