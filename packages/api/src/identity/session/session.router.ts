import { oneSessionSchema } from '@tandem/shared/session/schema';
import { nothing } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { endDevice, endOtherDevices, listDevices } from './device.ts';

export const sessionRouter = router({
  /** Where the reader is signed in. */
  list: procedure
    .signedIn()
    .input(nothing)
    .query(({ ctx }) => listDevices(ctx)),

  end: procedure
    .signedIn()
    .input(oneSessionSchema)
    .mutation(({ ctx, input }) => endDevice(ctx, input.sessionId)),

  endOthers: procedure
    .signedIn()
    .input(nothing)
    .mutation(({ ctx }) => endOtherDevices(ctx)),
});
