import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { readSystemSetting } from './system.service.ts';

export const systemRouter = router({
  setting: procedure
    .public('the sign-in page needs it before anyone signs in')
    .input(emptyInput)
    .query(({ ctx }) => readSystemSetting(ctx)),
});
