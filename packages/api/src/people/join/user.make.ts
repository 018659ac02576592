import type { Db } from '@tandem/db';
import type { Language } from '@tandem/shared/user/schema';
import { AppError } from '../../core/errors.ts';
import {
  type Account,
  accountByEmail,
  insertAccount,
  membershipsOf,
  TOMBSTONE_DOMAIN,
} from '../../identity/user/user.repo.ts';
import { lockAddress } from './user.join.repo.ts';

export { accountById } from '../../identity/user/user.repo.ts';

/**
 * Creates an account for an unverified address: signing in verifies it. Joins the transaction.
 * @param language until they choose; null for their browser's at sign-in
 * @throws AppError `alreadyMember` when its person is in that team, `accountExists` when they are in another
 */
export async function makeAccount(
  tx: Db,
  {
    email,
    name,
    teamId,
    language,
  }: { email: string; name: string; teamId: string; language: Language | null },
): Promise<Account> {
  if (email.endsWith(`@${TOMBSTONE_DOMAIN}`)) throw new AppError('invalidInput', { reason: 'email' });
  await lockAddress(tx, email);
  const known = await accountByEmail(tx, email);
  if (!known) return insertAccount(tx, { email, name, language });
  const memberships = await membershipsOf(tx, known.id);
  const isMember = memberships.some((membership) => membership.teamId === teamId);
  throw isMember ? new AppError('alreadyMember', { email }) : new AppError('accountExists');
}
