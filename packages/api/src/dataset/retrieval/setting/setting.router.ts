import { configureRetrievalSchema } from '@tandem/shared/dataset/retrieval';
import { emptyInput } from '../../../core/empty-input.ts';
import { procedure } from '../../../core/trpc/trpc.ts';
import { isAdministrator } from '../../../identity/team/team.policy.ts';
import { teamRule } from '../../../identity/team/team.service.ts';
import { configureRetrieval, resumeVectors, retrievalSettings } from './setting.ts';

/** Procedures by which administrators choose the models that search datasets. */
export const retrievalSettingProcedures = {
  settings: procedure
    .guarded(emptyInput, teamRule('retrieval.settings', isAdministrator))
    .query(({ ctx }) => retrievalSettings(ctx.db, ctx.team.teamId)),

  configure: procedure
    .guarded(configureRetrievalSchema, teamRule('retrieval.configure', isAdministrator))
    .mutation(({ ctx, input }) => configureRetrieval(ctx, ctx.team.teamId, input)),

  resume: procedure
    .guarded(emptyInput, teamRule('retrieval.configure', isAdministrator))
    .mutation(({ ctx }) => resumeVectors(ctx, ctx.team.teamId)),
};
