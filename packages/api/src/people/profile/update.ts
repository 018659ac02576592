import { type Db, onCommit, transaction } from '@tandem/db';
import { fileIdOf, fileUrl } from '@tandem/shared/file/schema';
import type { Language, Profile, UpdateProfile } from '@tandem/shared/user/schema';
import { keepAvatar, type MadeAvatar, makeAvatar } from '../../content/file/file.service.ts';
import type { Context, UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { topics } from '../../core/live/bus.ts';
import { goToTeam } from '../../identity/session/team.ts';
import {
  accountById,
  lockAccount,
  mergePreference,
  suggestLanguage as storeSuggested,
  updateAccount,
} from '../../identity/user/user.repo.ts';
import { profileOf } from '../../identity/user/user.service.ts';
import { nameOwnApps } from '../../workspace/app/personal.ts';

const profileUpdates: Limit = { name: 'user.update', max: 60, windowSeconds: 60 };

/**
 * Changes the signed-in person's own record and tells their other tabs.
 * @throws AppError `notFound` for a team they are not an active member of, and those of `makeAvatar`
 */
export async function updateProfile(ctx: UserContext, change: UpdateProfile): Promise<Profile> {
  await limitByActor(ctx, profileUpdates);
  const { userId } = ctx.actor;
  const wanted = change.currentTeamId;
  // Refuses before making an avatar.
  await profileIn(ctx, ctx.db, wanted);
  const { avatar, made } = await chosenAvatar(ctx, change.avatar);
  return transaction(ctx.db, async (tx) => {
    const { currentTeamId } = await profileIn(ctx, tx, wanted);
    if (Object.values(change).some((value) => value !== undefined)) {
      const { preference, avatar: _, ...others } = change;
      const columns = avatar === undefined ? others : { ...others, avatar };
      if (avatar !== undefined) {
        await lockAccount(tx, userId);
        await keepAvatar(tx, userId, made);
      }
      if (preference) await mergePreference(tx, userId, preference);
      if (Object.values(columns).some((value) => value !== undefined))
        await updateAccount(tx, userId, columns);
      if (columns.language !== undefined)
        await nameOwnApps(ctx, tx, userId, columns.language ?? ctx.language);
      if (wanted !== undefined) await goToTeam(tx, ctx.actor, wanted);
      onCommit(tx, () => ctx.platform.bus.publish(topics.user(userId), { type: 'profile.changed' }));
    }
    return profileOf({ db: tx }, userId, wanted ?? currentTeamId);
  });
}

/** Sets the language of a person without one, and renames their personal apps accordingly. */
export async function suggestLanguage(ctx: Context, userId: number, language: Language): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    if (await storeSuggested(tx, userId, language)) await nameOwnApps(ctx, tx, userId, language);
  });
}

/**
 * Returns their profile, if they may make `wanted` their current team.
 * @throws AppError `notFound`
 */
async function profileIn({ actor }: UserContext, db: Db, wanted: string | undefined): Promise<Profile> {
  const profile = await profileOf({ db }, actor.userId, actor.teamId);
  if (wanted !== undefined && !profile.teams.some(({ teamId }) => teamId === wanted))
    throw new AppError('notFound');
  return profile;
}

interface ChosenAvatar {
  /** Its address; "" for none, undefined when unchanged. */
  avatar: string | undefined;
  /** A newly made avatar. */
  made: MadeAvatar | null;
}

async function chosenAvatar(ctx: UserContext, chosen: string | undefined): Promise<ChosenAvatar> {
  if (chosen === undefined || chosen === '') return { avatar: chosen, made: null };
  const fileId = fileIdOf(chosen) ?? chosen;
  const account = await accountById(ctx.db, ctx.actor.userId);
  if (account?.avatar === fileUrl(fileId)) return { avatar: undefined, made: null };
  const made = await makeAvatar(ctx, fileId);
  return { avatar: fileUrl(made.fileId), made };
}
