import {
  addModelSchema,
  addShowcaseSchema,
  allModelsSchema,
  createProviderSchema,
  modelRowIdSchema,
  pageModelsSchema,
  providerIdSchema,
  sortModelSchema,
  switchModelsSchema,
  testProviderSchema,
  updateModelSchema,
  updateProviderSchema,
} from '@tandem/shared/provider/schema';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { isAdministrator } from '../../identity/team/team.policy.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { addShowcase, createProvider } from './create.ts';
import { listProviders, listProvidersWithModels, providerDetails } from './list.ts';
import {
  addModel,
  allModels,
  pageModels,
  removeModel,
  sortModel,
  switchModels,
  updateModel,
} from './model.ts';
import { testProvider } from './probe.ts';
import { modelRule, providerRule } from './provider.rules.ts';
import { listModels } from './provider.service.ts';
import { refreshModels } from './refresh.ts';
import { removeProvider } from './remove.ts';
import { updateProvider } from './update.ts';

export const providerRouter = router({
  list: procedure
    .guarded(emptyInput, teamRule('provider.list', isAdministrator))
    .query(({ ctx }) => listProviders(ctx, ctx.team.teamId)),

  all: procedure
    .guarded(emptyInput, teamRule('provider.list', isAdministrator))
    .query(({ ctx }) => listProvidersWithModels(ctx, ctx.team.teamId)),

  get: procedure
    .guarded(providerIdSchema, providerRule('provider.view', 'view'))
    .query(({ ctx }) => providerDetails(ctx, ctx)),

  create: procedure
    .guarded(createProviderSchema, teamRule('provider.create', isAdministrator))
    .mutation(({ ctx, input }) => createProvider(ctx, ctx.team.teamId, input)),

  addShowcase: procedure
    .guarded(addShowcaseSchema, teamRule('provider.create', isAdministrator))
    .mutation(({ ctx, input }) => addShowcase(ctx, ctx.team.teamId, input)),

  update: procedure
    .guarded(updateProviderSchema, providerRule('provider.change', 'change'))
    .mutation(({ ctx, input }) => updateProvider(ctx, ctx, input)),

  remove: procedure
    .guarded(providerIdSchema, providerRule('provider.remove', 'change'))
    .mutation(({ ctx }) => removeProvider(ctx, ctx)),

  refresh: procedure
    .guarded(providerIdSchema, providerRule('provider.change', 'change'))
    .mutation(({ ctx, signal }) => refreshModels(ctx, ctx, signal)),

  test: procedure
    .guarded(testProviderSchema, providerRule('provider.change', 'change'))
    .mutation(({ ctx, input, signal }) => testProvider(ctx, ctx, input, signal)),
});

export const modelRouter = router({
  list: procedure
    .guarded(emptyInput, teamRule('model.list'))
    .query(({ ctx }) => listModels(ctx, ctx.team.teamId)),

  page: procedure
    .guarded(pageModelsSchema, providerRule('provider.view', 'view'))
    .query(({ ctx, input }) => pageModels(ctx, ctx, input)),

  all: procedure
    .guarded(allModelsSchema, providerRule('provider.view', 'view'))
    .query(({ ctx, input: { providerId: _id, ...filter } }) => allModels(ctx, ctx, filter)),

  add: procedure
    .guarded(addModelSchema, providerRule('model.change', 'change'))
    .mutation(({ ctx, input }) => addModel(ctx, ctx, input)),

  update: procedure
    .guarded(updateModelSchema, modelRule('model.change'))
    .mutation(({ ctx, input }) => updateModel(ctx, ctx, input)),

  switchAll: procedure
    .guarded(switchModelsSchema, providerRule('model.change', 'change'))
    .mutation(({ ctx, input }) => switchModels(ctx, ctx, input)),

  remove: procedure
    .guarded(modelRowIdSchema, modelRule('model.change'))
    .mutation(({ ctx }) => removeModel(ctx, ctx)),

  sort: procedure
    .guarded(sortModelSchema, modelRule('model.change'))
    .mutation(({ ctx, input }) => sortModel(ctx, ctx, input.afterId)),
});
