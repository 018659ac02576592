import { displayNameSchema, MAX_NAME } from '@tandem/shared/user/schema';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type Account, accountByIdentity, insertIdentity } from '../../identity/user/user.repo.ts';
import { lockAddress } from '../join/user.join.repo.ts';
import { findOrCreateAccount } from '../join/user.join.ts';

/** A person as a third party vouches for them. */
export interface Identity {
  /** Issuer and subject together identify the person; the address may change hands. */
  issuer: string;
  subject: string;
  /** In lower case; null unless the third party has verified it. */
  verifiedEmail: string | null;
  /** Their name there, if any. */
  name: string | null;
  /** Name of the third party, for sentences. */
  provider: string;
}

/**
 * Returns the account of an identity. A new identity is linked to the account of its verified address, or
 * creates one under the rules of registration.
 * @param ctx its `db` is the transaction
 * @throws AppError `emailNotVerified`, `registrationClosed`, `setupCodeNeeded`
 */
export async function accountForIdentity(ctx: Context, identity: Identity): Promise<Account> {
  const { db: tx } = ctx;
  const { issuer, subject, verifiedEmail: email, provider } = identity;
  const known = await accountByIdentity(tx, issuer, subject);
  if (known) return known;
  if (email === null) throw new AppError('emailNotVerified', { provider });
  await lockAddress(tx, email);
  const meanwhile = await accountByIdentity(tx, issuer, subject);
  if (meanwhile) return meanwhile;
  const name = nameOf(identity.name, email);
  const account = await findOrCreateAccount(ctx, { email, name, language: null, setupProven: false });
  await insertIdentity(tx, { issuer, subject, userId: account.id });
  return account;
}

/** Returns a displayable name: theirs without invalid characters, else the local part of the address. */
function nameOf(claimed: string | null, email: string): string {
  const cleaned = (claimed ?? '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .slice(0, MAX_NAME);
  const name = displayNameSchema.safeParse(cleaned);
  return name.success ? name.data : email.slice(0, email.indexOf('@')).slice(0, MAX_NAME);
}
