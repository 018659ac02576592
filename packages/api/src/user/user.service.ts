import { type Db, onCommit, transaction } from '@tandem/db';
import type { Profile, UpdateProfile } from '@tandem/shared/user/schema';
import type { Context, UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { limitByActor } from '../core/limits/limit-calls.ts';
import type { Limit } from '../core/limits/limiter.ts';
import { topics } from '../core/live/bus.ts';
import { type Account, accountByEmail, accountById, membershipsOf, updateAccount } from './user.repo.ts';

const profileUpdates: Limit = { name: 'user.update', max: 60, windowSeconds: 60 };

/** The account of an address in lower case. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  return accountByEmail(db, email);
}

/**
 * The signed-in person's own record; teams that suspended them are left out.
 * @param currentTeamId the team whose lists they read now, as their session resolved it
 * @throws AppError `unauthorised` when the account is gone
 */
export async function profileOf(
  { db }: Pick<Context, 'db'>,
  userId: number,
  currentTeamId: string | null,
): Promise<Profile> {
  const account = await accountById(db, userId);
  if (!account) throw new AppError('unauthorised');
  const memberships = await membershipsOf(db, userId);
  const teams = memberships
    .filter((membership) => membership.suspendedAt === null)
    .map(({ teamId, name, role }) => ({ teamId, name, role }));
  return { ...account, teams, currentTeamId };
}

/**
 * Changes the signed-in person's own record and tells their other tabs.
 * @throws AppError `notFound` for a team they are not an active member of
 */
export async function updateProfile(ctx: UserContext, change: UpdateProfile): Promise<Profile> {
  await limitByActor(ctx, profileUpdates);
  const { userId } = ctx.actor;
  return transaction(ctx.db, async (tx) => {
    const { teams, currentTeamId } = await profileOf({ db: tx }, userId, ctx.actor.teamId);
    const wanted = change.currentTeamId;
    if (wanted !== undefined && !teams.some((team) => team.teamId === wanted)) throw new AppError('notFound');
    if (Object.values(change).some((value) => value !== undefined)) {
      await updateAccount(tx, userId, change);
      onCommit(tx, () => ctx.platform.bus.publish(topics.user(userId), { type: 'profile.changed' }));
    }
    return profileOf({ db: tx }, userId, wanted ?? currentTeamId);
  });
}
