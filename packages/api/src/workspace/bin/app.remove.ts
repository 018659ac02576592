import { onCommit, transaction } from '@tandem/db';
import { levelOf } from '@tandem/shared/access/permissions';
import type { App } from '@tandem/shared/app/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import { mayOnApp } from '../../access/policy/access.policy.ts';
import { appFor, type LoadedApp } from '../../access/policy/access.rules.ts';
import { lockApp } from '../../access/policy/lock-app.ts';
import { requestStop } from '../../content/turn/turn.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { presentApp } from '../app/app.presenter.ts';
import { lockKeptApp, spaceStands } from '../app/app.repo.ts';
import { binApp, findKeptApp, firstSpaceOf, type KeptApp, unbinApp } from '../app/bin.repo.ts';
import { heldAmong } from '../channel/channel.service.ts';

/** Result of a deletion, for the client's tree. */
export interface RemovedApp {
  treeRevision: number;
  removed: string[];
}

/**
 * Puts an app with its channels into the bin for 30 days, and stops running answers. Returns only those the
 * actor could see.
 * @throws AppError `notFound` when it is there already
 */
export async function removeApp(
  ctx: UserContext,
  { id, teamId }: Pick<LoadedApp, 'id' | 'teamId'>,
): Promise<RemovedApp> {
  return transaction(ctx.db, async (tx) => {
    await lockApp(tx, id);
    const revision = await nextTreeRevision(tx, teamId);
    const channelIds = await binApp(tx, id, revision);
    const detail = { channels: channelIds.length };
    await recordAudit(tx, ctx, { teamId, action: 'app.remove', target: { kind: 'app', id }, detail });
    const stopped = channelIds.length > 0 ? await requestStop(tx, channelIds) : [];
    onCommit(tx, () => {
      for (const turnId of stopped) ctx.platform.turns.requestStop(turnId);
    });
    announceTree(ctx.platform, tx, teamId, { revision, removed: [id, ...channelIds] });
    const held = await heldAmong(tx, ctx.actor, channelIds);
    return { treeRevision: revision, removed: [id, ...held] };
  });
}

/** Guards restoring an app; the operation receives `ctx.kept`. */
export function restoreAppRule<Input>(pick: (input: Input) => string): AccessRule<Input, { kept: KeptApp }> {
  return {
    action: 'app.manage',
    check: async (ctx, input) => {
      const kept = await findKeptApp(ctx.db, ctx.actor, pick(input));
      if (!kept) throw new AppError('notFound');
      if (!mayOnApp(levelOf(kept.rank), 'app.manage')) throw new AppError('forbidden');
      return { kept };
    },
  };
}

/**
 * Restores an app with its channels to its space, or to the team's first if that is gone; does nothing to one
 * outside the bin.
 */
export async function restoreApp(ctx: UserContext, app: KeptApp): Promise<App> {
  await unbin(ctx, app);
  return presentApp(await appFor(ctx.db, ctx.actor, app.id, 'app.view'));
}

/** `restoreApp`, whether or not the actor may see the result. */
export async function unbin(ctx: UserContext, { id, teamId }: Pick<KeptApp, 'id' | 'teamId'>): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const app = await lockKeptApp(tx, id);
    if (!app) throw new AppError('notFound');
    if (app.deletedAt === null) return;
    const revision = await nextTreeRevision(tx, teamId);
    const stands = await spaceStands(tx, teamId, app.spaceId);
    const spaceId = (stands ? null : await firstSpaceOf(tx, teamId)) ?? app.spaceId;
    const channelIds = await unbinApp(tx, id, { spaceId, revision });
    await recordAudit(tx, ctx, { teamId, action: 'app.restore', target: { kind: 'app', id } });
    announceTree(ctx.platform, tx, teamId, { revision, appIds: [id], channelIds });
  });
}
