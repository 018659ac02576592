import { updateSettingSchema } from '@tandem/shared/setting/schema';
import { sendTestMail } from '../../administration/setting/mail.ts';
import { updateSetting } from '../../administration/setting/update.ts';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { operatorRule } from '../team/team.service.ts';
import { readSetting } from './setting.service.ts';

export const settingRouter = router({
  get: procedure.guarded(emptyInput, operatorRule('setting.get')).query(({ ctx }) => readSetting(ctx)),

  update: procedure
    .guarded(updateSettingSchema, operatorRule('setting.update'))
    .mutation(({ ctx, input }) => updateSetting(ctx, input)),

  /** Sends the actor a message, to see whether mail works. */
  testMail: procedure
    .guarded(emptyInput, operatorRule('setting.testMail'))
    .mutation(({ ctx }) => sendTestMail(ctx)),
});
