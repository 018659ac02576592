import { chooseAgentTemplateSchema, listAgentTemplatesSchema } from '@tandem/shared/agent/template';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { agentRule } from '../files/agent.rules.ts';
import { chooseAgentTemplate, listAgentTemplates } from './template.ts';

export const agentTemplateRouter = router({
  list: procedure
    .guarded(listAgentTemplatesSchema, agentRule('channel.view'))
    .query(({ ctx }) => listAgentTemplates(ctx.language)),

  choose: procedure
    .guarded(chooseAgentTemplateSchema, agentRule('channel.edit'))
    .mutation(({ ctx, input }) => chooseAgentTemplate(ctx, ctx.channel, input.templateId)),
});
