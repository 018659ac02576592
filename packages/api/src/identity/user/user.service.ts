import type { Db } from '@tandem/db';
import { type Profile, userPreferenceSchema } from '@tandem/shared/user/schema';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type Account, accountByEmail, accountById, membershipsOf } from './user.repo.ts';

/** The account of an address in lower case. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return accountByEmail(db, email);
}

/**
 * Returns the account of a signed-in person.
 * @throws AppError `unauthorised` when it is gone
 */
export async function findAccountById(db: Db, userId: number): Promise<Account> {
  const account = await accountById(db, userId);
  if (!account) throw new AppError('unauthorised');
  return account;
}

/**
 * Returns the signed-in person's profile, without teams that suspended them.
 * @param currentTeamId their session's current team
 * @throws AppError `unauthorised` when the account is gone
 */
export async function profileOf(
  { db }: Pick<Context, 'db'>,
  userId: number,
  currentTeamId: string | null,
): Promise<Profile> {
  const account = await findAccountById(db, userId);
  const memberships = await membershipsOf(db, userId);
  const teams = memberships
    .filter((membership) => membership.suspendedAt === null)
    .map(({ teamId, name, role, logo, preference: { theme = null } }) => ({
      teamId,
      name,
      role,
      logo,
      theme,
    }));
  const preference = userPreferenceSchema.parse(account.preference);
  return { ...account, preference, teams, currentTeamId };
}
