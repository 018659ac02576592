import {
  chooseTemplateSchema,
  listTemplatesSchema,
  saveTemplateSchema,
  templateByIdSchema,
} from '@tandem/shared/template/schema';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { chooseTemplate } from './choose.ts';
import { removeTemplate, saveTemplate } from './save.ts';
import { presentTemplate } from './template.presenter.ts';
import { chooseRule, saveRule, templateRule } from './template.rules.ts';
import { listCategories, listTemplates } from './template.service.ts';

const idOf = (input: { templateId: string }) => input.templateId;

export const templateRouter = router({
  list: procedure
    .guarded(listTemplatesSchema, teamRule('template.list'))
    .query(({ ctx, input }) => listTemplates(ctx, ctx.team, input)),

  categories: procedure
    .guarded(emptyInput, teamRule('template.list'))
    .query(({ ctx }) => listCategories(ctx, ctx.team)),

  get: procedure
    .guarded(templateByIdSchema, templateRule('template.view', idOf))
    .query(({ ctx }) => presentTemplate(ctx.template)),

  choose: procedure
    .guarded(chooseTemplateSchema, chooseRule())
    .mutation(({ ctx, input }) => chooseTemplate(ctx, ctx, input.clientKey)),

  save: procedure
    .guarded(saveTemplateSchema, saveRule())
    .mutation(({ ctx, input }) => saveTemplate(ctx, ctx, input)),

  remove: procedure
    .guarded(templateByIdSchema, templateRule('template.remove', idOf))
    .mutation(({ ctx }) => removeTemplate(ctx, ctx.team, ctx.template)),
});
