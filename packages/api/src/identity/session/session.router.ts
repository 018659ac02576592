import { oneSessionSchema } from '@tandem/shared/session/schema';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { endDevice, endOtherDevices, listDevices } from './device.ts';

export const sessionRouter = router({
  /** Sessions of the reader. */
  list: procedure
    .signedIn()
    .input(emptyInput)
    .query(({ ctx }) => listDevices(ctx)),

  end: procedure
    .signedIn()
    .input(oneSessionSchema)
    .mutation(({ ctx, input }) => endDevice(ctx, input.sessionId)),

  endOthers: procedure
    .signedIn()
    .input(emptyInput)
    .mutation(({ ctx }) => endOtherDevices(ctx)),
});
