import { createAppSchema, updateAppSchema } from '@tandem/shared/app/schema';
import * as z from 'zod';
import { appRule } from '../access/access.rules.ts';
import { nothing } from '../core/nothing.ts';
import { procedure, router } from '../core/trpc.ts';
import { placeForApp } from '../space/space.service.ts';
import { teamRule } from '../team/team.service.ts';
import { createApp, listApps, presentApp, updateApp } from './app.service.ts';

const byId = z.strictObject({ appId: z.uuid() });
export const appsRouter = router({
  list: procedure
    .guarded(nothing, teamRule('app.list'))
    .query(({ ctx }) => listApps(ctx.db, ctx.actor, ctx.team.teamId)),

  get: procedure
    .guarded(
      byId,
      appRule('app.view', (input) => input.appId),
    )
    .query(({ ctx }) => presentApp(ctx.app)),

  create: procedure
    .guarded(
      createAppSchema,
      placeForApp((input) => input.spaceId),
    )
    .mutation(({ ctx, input }) =>
      createApp(ctx, { ...input, ...ctx.place, userId: ctx.actor.userId, language: ctx.language }),
    ),

  update: procedure
    .guarded(
      updateAppSchema,
      appRule('app.edit', (input) => input.appId),
    )
    .mutation(({ ctx, input }) => updateApp(ctx, ctx.app, input)),
});
