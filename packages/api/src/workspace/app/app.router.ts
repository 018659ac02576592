import {
  administerAppSchema,
  appAudienceSchema,
  listAdministeredSchema,
  pageAdministeredSchema,
} from '@tandem/shared/app/administration';
import {
  appPermissionChangeSchema,
  appVisibilityChangeSchema,
  createAppSchema,
  moveAppSchema,
  updateAppSchema,
} from '@tandem/shared/app/schema';
import * as z from 'zod';
import { appRule } from '../../access/policy/access.rules.ts';
import {
  administerApp,
  administeredRule,
  discardApp,
  listAdministered,
  listAudience,
  pageAdministered,
  recoverApp,
} from '../../administration/app/administration.ts';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { isAdministrator } from '../../identity/team/team.policy.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { eraseApp } from '../bin/app.erase.ts';
import { removeApp, restoreApp, restoreAppRule } from '../bin/app.remove.ts';
import { setAppPermission, setAppVisibility } from '../scope/app.scope.ts';
import { moveApp, moveAppRule } from '../space/app.move.ts';
import { placeForApp } from '../space/space.service.ts';
import { createApp, listApps, presentApp, updateApp } from './app.service.ts';

const byId = z.strictObject({ appId: z.uuid() });
const idOf = (input: { appId: string }) => input.appId;

export const appsRouter = router({
  list: procedure
    .guarded(emptyInput, teamRule('app.list'))
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

  /** Every app of the team, for its administrators, including apps they cannot open. */
  administered: procedure
    .guarded(listAdministeredSchema, teamRule('app.administered', isAdministrator))
    .query(({ ctx, input }) => listAdministered(ctx.db, ctx.team, input)),

  /** The same by numbered pages, for REST. */
  administeredPage: procedure
    .guarded(pageAdministeredSchema, teamRule('app.administered', isAdministrator))
    .query(({ ctx, input }) => pageAdministered(ctx.db, ctx.team, input)),

  administer: procedure
    .guarded(administerAppSchema, administeredRule('app.administer'))
    .mutation(({ ctx, input }) => administerApp(ctx, ctx.administered, input)),

  discard: procedure
    .guarded(byId, administeredRule('app.discard'))
    .mutation(({ ctx }) => discardApp(ctx, ctx.administered)),

  recover: procedure
    .guarded(byId, administeredRule('app.recover'))
    .mutation(({ ctx }) => recoverApp(ctx, ctx.administered)),

  audience: procedure
    .guarded(appAudienceSchema, administeredRule('app.audience'))
    .query(({ ctx, input }) => listAudience(ctx.db, ctx.administered, input)),

  erase: procedure.guarded(byId, restoreAppRule(idOf)).mutation(({ ctx }) => eraseApp(ctx, ctx.kept)),
});
