import { updateAssistantSchema } from '@tandem/shared/assistant/schema';
import * as z from 'zod';
import { appRule } from '../access/access.rules.ts';
import { procedure, router } from '../core/trpc.ts';
import { assistantRule, listAssistants, updateAssistant } from './assistant.service.ts';

export const assistantRouter = router({
  list: procedure
    .guarded(
      z.strictObject({ appId: z.uuid() }),
      appRule('app.view', (input) => input.appId),
    )
    .query(({ ctx }) => listAssistants(ctx.db, ctx.app)),

  update: procedure
    .guarded(
      updateAssistantSchema,
      assistantRule((input) => input.assistantId),
    )
    .mutation(({ ctx, input }) => updateAssistant(ctx, ctx.app, input)),
});
