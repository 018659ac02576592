import { removeAccountSchema, updateProfileSchema } from '@tandem/shared/user/schema';
import { nothing } from '../core/nothing.ts';
import { procedure, router } from '../core/trpc.ts';
import { removeAccount, sendRemovalCode } from './user.remove.ts';
import { profileOf, updateProfile } from './user.service.ts';

export const userRouter = router({
  profile: procedure
    .signedIn()
    .input(nothing)
    .query(({ ctx }) => profileOf(ctx, ctx.actor.userId, ctx.actor.teamId)),

  update: procedure
    .signedIn()
    .input(updateProfileSchema)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),

  /** Sends the code that confirms the deletion of the account. */
  sendRemovalCode: procedure
    .signedIn()
    .input(nothing)
    .mutation(({ ctx }) => sendRemovalCode(ctx)),

  remove: procedure
    .signedIn()
    .input(removeAccountSchema)
    .mutation(({ ctx, input }) => removeAccount(ctx, input)),
});
