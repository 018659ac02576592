import { agentByIdSchema, agentSettingSchema } from '@tandem/shared/agent/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { agentRule } from '../files/agent.rules.ts';
import { readSetting, updateSetting } from './setting.ts';

export const agentSettingRouter = router({
  get: procedure
    .guarded(agentByIdSchema, agentRule('channel.view'))
    .query(({ ctx }) => readSetting(ctx.db, ctx.channel)),

  update: procedure
    .guarded(agentSettingSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => updateSetting(ctx, ctx.channel, input)),
});
