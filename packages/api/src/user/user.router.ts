import { updateProfileSchema } from '@tandem/shared/user/schema';
import { nothing } from '../core/nothing.ts';
import { procedure, router } from '../core/trpc.ts';
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
});
