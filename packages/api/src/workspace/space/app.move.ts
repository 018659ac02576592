import { type Db, transaction } from '@tandem/db';
import type { App, MoveApp } from '@tandem/shared/app/schema';
import { arrange, type Position } from '@tandem/shared/sort/arrange';
import { mayOnApp } from '../../access/policy/access.policy.ts';
import { appFor, type LoadedApp } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { presentApp } from '../app/app.presenter.ts';
import { spaceStands } from '../app/app.repo.ts';
import { appsOfSpaces, lockAppsOfSpaces, type PlacedApp, updateAppPlaces } from '../app/move.repo.ts';
import { spaceFor } from './space.service.ts';

/** The new place of an app, and its space when that was checked. */
export interface AppPlacement {
  id: string;
  fromId: string;
  spaceId: string;
  position: Position;
}

/**
 * Guards sorting an app: within its space for its editors; into another one for its managers who may create
 * apps there.
 */
export function moveAppRule<Input extends MoveApp>(): AccessRule<Input, { app: LoadedApp }> {
  return {
    action: 'app.edit',
    check: async ({ db, actor }, { appId, spaceId, afterId }) => {
      const app = await appFor(db, actor, appId, 'app.edit');
      const moves = spaceId !== app.spaceId;
      const space = await spaceFor(db, actor, spaceId, moves ? 'space.createApp' : 'space.view');
      const after = afterId === null ? app : await appFor(db, actor, afterId, 'app.view');
      if (space.teamId !== app.teamId || after.teamId !== app.teamId) throw new AppError('notFound');
      if (moves && !mayOnApp(app.held, 'app.manage')) throw new AppError('forbidden');
      return { app };
    },
  };
}

/**
 * Moves an app within its space, or into another one.
 * @throws AppError `conflict` when `afterId` is elsewhere or the app was moved meanwhile
 */
export async function moveApp(
  ctx: UserContext,
  { id, teamId, spaceId: fromId }: LoadedApp,
  { spaceId, afterId }: MoveApp,
): Promise<App> {
  if (afterId === id) throw new AppError('conflict');
  await transaction(ctx.db, async (tx) => {
    const placement = { id, fromId, spaceId, position: { after: afterId } };
    await lockPlaces(tx, [placement]);
    const revision = await nextTreeRevision(tx, teamId);
    const appIds = await placeApps(tx, teamId, [placement], revision);
    announceTree(ctx.platform, tx, teamId, { revision, appIds });
  });
  return presentApp(await appFor(ctx.db, ctx.actor, id, 'app.view'));
}

const spacesIn = (placements: readonly AppPlacement[]) => [
  ...new Set(placements.flatMap(({ fromId, spaceId }) => [fromId, spaceId])),
];

/** Locks the apps whose places may change. Take it before the team's row (`nextTreeRevision`). */
export async function lockPlaces(tx: Db, placements: readonly AppPlacement[]): Promise<void> {
  if (placements.length > 0) await lockAppsOfSpaces(tx, spacesIn(placements));
}

/**
 * Moves apps, under the lock of the team's tree.
 * @returns ids of the changed apps
 * @throws AppError `notFound` when a space is gone, `conflict` when an app was moved meanwhile or its new
 * predecessor is missing
 */
export async function placeApps(
  tx: Db,
  teamId: string,
  placements: readonly AppPlacement[],
  revision: number,
): Promise<string[]> {
  if (placements.length === 0) return [];
  const standing = await appsOfSpaces(tx, spacesIn(placements));
  const byId = new Map(standing.map((app) => [app.id, app]));
  // Deleted or moved meanwhile.
  if (placements.some(({ id, fromId }) => byId.get(id)?.spaceId !== fromId)) throw new AppError('conflict');
  const placed: PlacedApp[] = [];
  const moved = new Set(placements.map(({ id }) => id));
  for (const [spaceId, group] of Map.groupBy(placements, (placement) => placement.spaceId)) {
    if (!(await spaceStands(tx, teamId, spaceId))) throw new AppError('notFound');
    const others = standing.filter((app) => app.spaceId === spaceId && !moved.has(app.id));
    const changed = arrange(others, group);
    if (!changed) throw new AppError('conflict');
    placed.push(...changed.map((each) => ({ ...each, spaceId })));
  }
  await updateAppPlaces(tx, placed, revision);
  return placed.map(({ id }) => id);
}
