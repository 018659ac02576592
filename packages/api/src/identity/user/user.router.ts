import { removeAccountSchema, updateProfileSchema } from '@tandem/shared/user/schema';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { removeAccount, sendRemovalCode } from '../../people/forget/user.remove.ts';
import { updateProfile } from '../../people/profile/update.ts';
import { profileOf } from './user.service.ts';

export const userRouter = router({
  profile: procedure
    .signedIn()
    .input(emptyInput)
    .query(({ ctx }) => profileOf(ctx, ctx.actor.userId, ctx.actor.teamId)),

  update: procedure
    .signedIn()
    .input(updateProfileSchema)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),

  /** Sends the code that confirms the deletion of the account. */
  sendRemovalCode: procedure
    .signedIn()
    .input(emptyInput)
    .mutation(({ ctx }) => sendRemovalCode(ctx)),

  remove: procedure
    .signedIn()
    .input(removeAccountSchema)
    .mutation(({ ctx, input }) => removeAccount(ctx, input)),
});
