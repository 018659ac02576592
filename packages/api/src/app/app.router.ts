import {
  appPermissionChangeSchema,
  appVisibilityChangeSchema,
  createAppSchema,
  moveAppSchema,
  updateAppSchema,
} from '@tandem/shared/app/schema';
import * as z from 'zod';
import { appRule } from '../access/access.rules.ts';
import { nothing } from '../core/nothing.ts';
import { procedure, router } from '../core/trpc.ts';
import { placeForApp } from '../space/space.service.ts';
import { teamRule } from '../team/team.service.ts';
import { moveApp, moveAppRule } from './app.move.ts';
import { listBin, removeApp, restoreApp, restoreAppRule } from './app.remove.ts';
import { setAppPermission, setAppVisibility } from './app.scope.ts';
import { createApp, listApps, presentApp, updateApp } from './app.service.ts';

const byId = z.strictObject({ appId: z.uuid() });
const idOf = (input: { appId: string }) => input.appId;

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

  move: procedure
    .guarded(moveAppSchema, moveAppRule())
    .mutation(({ ctx, input }) => moveApp(ctx, ctx.app, input)),

  setVisibility: procedure
    .guarded(appVisibilityChangeSchema, appRule('app.manage', idOf))
    .mutation(({ ctx, input }) => setAppVisibility(ctx, ctx.app, input.visibility)),

  setPermission: procedure
    .guarded(appPermissionChangeSchema, appRule('app.manage', idOf))
    .mutation(({ ctx, input }) => setAppPermission(ctx, ctx.app, input.permission)),

  remove: procedure.guarded(byId, appRule('app.manage', idOf)).mutation(({ ctx }) => removeApp(ctx, ctx.app)),

  restore: procedure.guarded(byId, restoreAppRule(idOf)).mutation(({ ctx }) => restoreApp(ctx, ctx.kept)),

  bin: procedure
    .guarded(nothing, teamRule('app.bin'))
    .query(({ ctx }) => listBin(ctx.db, ctx.actor, ctx.team.teamId)),
});
