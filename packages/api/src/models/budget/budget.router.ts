import {
  budgetTargetSchema,
  gaugeSchema,
  listBudgetsSchema,
  setBudgetSchema,
} from '@tandem/shared/budget/schema';
import * as z from 'zod';
import { appRule, channelRule } from '../../access/policy/access.rules.ts';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { isAdministrator } from '../../identity/team/team.policy.ts';
import { roleIn, teamRule } from '../../identity/team/team.service.ts';
import { gaugeAt, getBudget, listBudgets, removeBudget, setBudget } from './manage.ts';

const ofAppSchema = z.strictObject({ appId: z.uuid() });

export const budgetRouter = router({
  list: procedure
    .guarded(listBudgetsSchema, teamRule('budget.list', isAdministrator))
    .query(({ ctx, input }) => listBudgets(ctx.db, ctx.team, input)),

  get: procedure
    .guarded(budgetTargetSchema, teamRule('budget.get', isAdministrator))
    .query(({ ctx, input }) => getBudget(ctx.db, ctx.team, input)),

  set: procedure
    .guarded(setBudgetSchema, teamRule('budget.set', isAdministrator))
    .mutation(({ ctx, input }) => setBudget(ctx, ctx.team, input)),

  remove: procedure
    .guarded(budgetTargetSchema, teamRule('budget.remove', isAdministrator))
    .mutation(({ ctx, input }) => removeBudget(ctx, ctx.team, input)),

  /** For managers of the app, administrators or not. */
  ofApp: procedure
    .guarded(
      ofAppSchema,
      appRule('app.manage', (input) => input.appId),
    )
    .query(({ ctx, input }) => getBudget(ctx.db, ctx.app, input)),

  mine: procedure
    .guarded(emptyInput, teamRule('budget.mine'))
    .query(({ ctx }) => getBudget(ctx.db, ctx.team, { userId: ctx.actor.userId })),

  gauge: procedure
    .guarded(
      gaugeSchema,
      channelRule('channel.view', (input) => input.channelId),
    )
    .query(async ({ ctx }) => {
      const role = await roleIn(ctx.db, ctx.actor, ctx.channel.teamId);
      return gaugeAt(ctx, ctx.channel, isAdministrator(role));
    }),
});
