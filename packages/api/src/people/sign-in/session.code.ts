import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Db } from '@tandem/db';
import { CODE_LENGTH, CODE_LIFETIME_MS, type CodeDelivery } from '@tandem/shared/session/schema';
import type { Language } from '@tandem/shared/user/schema';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { addressKey } from '../../core/limits/address.ts';
import { limitByAddress } from '../../core/limits/limit-calls.ts';
import type { Platform } from '../../core/platform.ts';
import { hasTeam } from '../../identity/installation/installation.service.ts';
import { derivedKey } from '../../identity/installation/keys.ts';
import { findAccount } from '../../identity/user/user.service.ts';
import { admissionOf } from '../join/user.join.ts';
import {
  fewTries,
  firstByPair,
  firstsToAddress,
  freeCodes,
  freeTries,
  proofsByPerson,
  sendsByClient,
  sendsByPair,
  sendsToAddress,
  triesByClient,
} from './limits.ts';
import { mailCode } from './session.code.mail.ts';
import { type CodeOwner, countTry, putCode, takeCode } from './session.code.repo.ts';

export { forgetPerson } from './session.code.repo.ts';

/**
 * Sends a sign-in code to an address that has an account or may create one. Every other address gets the same
 * answer after the same work: an unguessable code is stored, and no mail is sent.
 * @throws AppError `tooManyCodes`, `tooManyRequests`, `emailCodesOff`
 */
export async function sendEmailCode(
  ctx: Context,
  { email, language }: { email: string; language?: Language | undefined },
): Promise<{ delivery: CodeDelivery }> {
  const { db, platform } = ctx;
  await limitByAddress(ctx, sendsByClient);
  await refuseWithoutCodes(ctx);
  await limitByAddress(ctx, sendsByPair, email);
  await limitByMailbox(ctx, email);

  const [account, admission] = await Promise.all([findAccount(db, email), admissionOf(db, email)]);
  const welcome = account !== undefined || admission.kind !== 'closed';
  const to = { email, purpose: 'signIn' } as const;
  const code = await keepCode(ctx, to, welcome);
  // After the response, so that its time does not reveal whether a mail was sent.
  if (welcome)
    setImmediate(() => mailCode(platform, to, code, language ?? account?.language ?? ctx.language));
  return { delivery: platform.mailer.delivery };
}

/**
 * Checks that codes are enabled here. The first account may always use them, to set everything up.
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
  await ctx.platform.limiter.count(proofsByPerson, to.email);
  const code = await keepCode(ctx, to, true);
  setImmediate(() => mailCode(ctx.platform, to, code, language));
  return { delivery: ctx.platform.mailer.delivery };
}

/**
 * Creates a code in addition to live ones, and stores its hash; an unguessable one where no code may be given
 * out.
 */
async function keepCode({ db, platform, ip }: Context, to: CodeOwner, isGivenOut: boolean): Promise<string> {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
  const hash = isGivenOut ? hashOf(platform, to, code) : randomBytes(32);
  const isFree = await isWithin(platform.limiter.count(freeCodes, to.email));
  const { own, foreign } = isFree ? freeTries : fewTries;
  await putCode(db, {
    ...{ ...to, hash, requester: addressKey(ip) },
    lifetimeSeconds: CODE_LIFETIME_MS / 1_000,
    used: { own: freeTries.own - own, foreign: freeTries.foreign - foreign },
  });
  return code;
}

/**
 * Counts a code towards the limit of an address. A client's first code has a reserved share, so that one
 * stranger cannot use up the limit.
 * @throws AppError `tooManyCodes`
 */
async function limitByMailbox(ctx: Context, email: string): Promise<void> {
  const { limiter } = ctx.platform;
  const isFirst = await isWithin(limitByAddress(ctx, firstByPair, email));
  if (isFirst && (await isWithin(limiter.count(firstsToAddress, email)))) return;
  await limiter.count(sendsToAddress, email);
}

/** Whether a count is within its limit. */
async function isWithin(counted: Promise<void>): Promise<boolean> {
  try {
    await counted;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.key === 'tooManyRequests') return false;
    throw error;
  }
}

/** A code found right, not used up yet. */
export interface ProvenCode {
  /**
   * Consumes the code, in the transaction it authorises.
   * @throws AppError `wrongCode` when another call did
   */
  take(tx: Db): Promise<void>;
}

/**
 * Tries a code against every live one of the address. Missing, expired, burnt and wrong codes are
 * indistinguishable.
 * @throws AppError `wrongCode`, `tooManyRequests`
 */
export async function proveCode(ctx: Context, to: CodeOwner, code: string): Promise<ProvenCode> {
  await limitByAddress(ctx, triesByClient);
  const expected = await countTry(ctx.db, to, addressKey(ctx.ip), freeTries);
  const given = hashOf(ctx.platform, to, code);
  const right = expected.filter((hash) => timingSafeEqual(given, hash));
  if (right.length === 0) throw new AppError('wrongCode');
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
