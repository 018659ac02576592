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
import { admissionOf } from '../user/user.join.ts';
import { findAccount } from '../user/user.service.ts';
import { mailCode } from './session.code.mail.ts';
import { countTry, putCode, takeCode } from './session.code.repo.ts';
import { sendsByClient, sendsToAddress, triesByClient } from './session.limits.ts';

/**
 * Sends a sign-in code to an address that has an account or may make one. Every other address gets the same
 * answer after the same work: a code that nobody can guess is kept for it, and no mail goes out.
 * @throws AppError `tooManyCodes`, `tooManyRequests`
 */
export async function sendEmailCode(
  ctx: Context,
  { email, language }: { email: string; language?: Language | undefined },
): Promise<{ delivery: CodeDelivery }> {
  const { db, platform } = ctx;
  await limitByAddress(ctx, sendsByClient);
  await platform.limiter.count(sendsToAddress, email);

  const [account, admission] = await Promise.all([findAccount(db, email), admissionOf(db, email)]);
  const welcome = account !== undefined || admission.kind !== 'closed';
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
  const hash = welcome ? hashOf(platform, email, code) : randomBytes(32);
  await putCode(db, { email, hash, lifetimeSeconds: CODE_LIFETIME_MS / 1_000 });
  // After the answer, so that its time does not tell whether a mail went out.
  if (welcome)
    setImmediate(() => mailCode(platform, email, code, language ?? account?.language ?? ctx.language));
  return { delivery: platform.mailer.delivery };
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
export async function proveCode(ctx: Context, email: string, code: string): Promise<ProvenCode> {
  await limitByAddress(ctx, triesByClient);
  const expected = await countTry(ctx.db, email, CODE_MAX_TRIES);
  const given = hashOf(ctx.platform, email, code);
  if (!timingSafeEqual(given, expected ?? randomBytes(given.length))) throw new AppError('wrongCode');
  return {
    async take(tx) {
      if (!(await takeCode(tx, email, given))) throw new AppError('wrongCode');
    },
  };
}

function hashOf({ settings, installationId }: Platform, email: string, code: string): Buffer {
  const key = derivedKey(settings.secretKey, 'code', installationId);
  return createHmac('sha256', key).update(`${email}\n${code}`).digest();
}
