import { updateAssistantSchema } from '@tandem/shared/assistant/schema';
import * as z from 'zod';
import { appRule, channelRule } from '../access/access.rules.ts';
import { procedure, router } from '../core/trpc.ts';
import {
  assistantRule,
  listAssistants,
  listChannelAssistants,
  updateAssistant,
} from './assistant.service.ts';

export const assistantRouter = router({
  list: procedure
    .guarded(
      z.strictObject({ appId: z.uuid() }),
      appRule('app.view', (input) => input.appId),
    )
    .query(({ ctx }) => listAssistants(ctx.db, ctx.app)),

  ofChannel: procedure
    .guarded(
      z.strictObject({ channelId: z.uuid() }),
      channelRule('channel.view', (input) => input.channelId),
    )
    .query(({ ctx }) => listChannelAssistants(ctx.db, ctx.channel)),

  update: procedure
    .guarded(
      updateAssistantSchema,
      assistantRule((input) => input.assistantId),
    )
    .mutation(({ ctx, input }) => updateAssistant(ctx, ctx.app, input)),
});
