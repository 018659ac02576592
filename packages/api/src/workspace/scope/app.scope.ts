import { transaction } from '@tandem/db';
import { type AppVisibility, levelOf, levelRank, type Permission } from '@tandem/shared/access/permissions';
import { scopeOfApp } from '@tandem/shared/access/scope';
import type { App } from '@tandem/shared/app/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { appFor, type LoadedApp } from '../../access/policy/access.rules.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import type { UserContext } from '../../core/context.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { presentApp } from '../app/app.presenter.ts';
import { rescope } from '../channel/channel.service.ts';
import { keepManaging } from '../grant/grant.service.ts';
import { updateAppScope } from './app.scope.repo.ts';

/** Opens an app to the team, or closes it to all but those with a grant. */
export function setAppVisibility(ctx: UserContext, app: LoadedApp, visibility: AppVisibility): Promise<App> {
  return changeScope(ctx, app, { visibility });
}

/** Sets the default permission of an app that is open to the team. */
export function setAppPermission(ctx: UserContext, app: LoadedApp, permission: Permission): Promise<App> {
  return changeScope(ctx, app, { level: levelRank[permission] });
}

async function changeScope(
  ctx: UserContext,
  app: LoadedApp,
  change: { visibility?: AppVisibility; level?: number },
): Promise<App> {
  const { id, teamId } = app;
  await transaction(ctx.db, async (tx) => {
    await lockApp(tx, id);
    const revision = await nextTreeRevision(tx, teamId);
    // Someone who lost the right while waiting for the lock changes nothing.
    await appFor(tx, ctx.actor, id, 'app.manage');
    const scope = scopeOfApp({ id, ...(await updateAppScope(tx, id, { ...change, revision })) });
    const { level, ...said } = change;
    await recordAudit(tx, ctx, {
      teamId,
      action: 'app.scope',
      target: { kind: 'app', id },
      detail: { ...said, ...(level !== undefined && { permission: levelOf(level) }) },
    });
    const channelIds = await rescope(tx, { appId: id }, revision);
    const { accessPath: path, teamLevel } = scope;
    await keepManaging(ctx, tx, { teamId, targetId: id, path, teamLevel, revision });
    announceTree(ctx.platform, tx, teamId, { revision, appIds: [id], channelIds });
  });
  return presentApp(await appFor(ctx.db, ctx.actor, id, 'app.view'));
}
