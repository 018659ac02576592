import { transaction } from '@tandem/db';
import { arrange, type Position } from '@tandem/shared/sort/arrange';
import type { SortItem, Space } from '@tandem/shared/space/schema';
import type { TeamRole } from '@tandem/shared/team/schema';
import { mayOnApp } from '../../access/policy/access.policy.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { loadApps } from '../app/app.service.ts';
import { type AppPlacement, lockPlaces, placeApps } from './app.move.ts';
import { mayOnSpace } from './space.policy.ts';
import { siblingSpaces, spacesOfTeam, updateSpaceSorts } from './space.repo.ts';
import { listSpaces } from './space.service.ts';

interface Sorting {
  teamId: string;
  spaces: { id: string; position: Position }[];
  apps: AppPlacement[];
}

function positionOf({ sort }: SortItem): Position {
  return typeof sort === 'number' ? { at: sort } : { key: sort };
}

/**
 * Guards sorting spaces and apps of the current team, all or none: spaces for administrators; apps within
 * their space for their editors, into another one for their managers. The operation receives `ctx.sorting`.
 */
export function sortRule<Input extends { items: SortItem[] }>(): AccessRule<Input, { sorting: Sorting }> {
  const inTeam = teamRule<Input>('space.changeSort');
  return {
    action: inTeam.action,
    check: async (ctx, input) => {
      const { team } = await inTeam.check(ctx, input);
      return { sorting: await judge(ctx, team, input.items) };
    },
  };
}

async function judge(
  { db, actor }: UserContext,
  { teamId, role }: { teamId: string; role: TeamRole },
  items: readonly SortItem[],
): Promise<Sorting> {
  const sorting: Sorting = { teamId, spaces: [], apps: [] };
  const spaces = new Set((await spacesOfTeam(db, actor, teamId)).map(({ id }) => id));
  const apps = new Map((await loadApps(db, actor, teamId)).map((app) => [app.id, app]));
  for (const item of items) {
    const app = apps.get(item.id);
    const spaceId = item.parentId ?? app?.spaceId;
    if (!app && !spaces.has(item.id)) throw new AppError('notFound');
    if (item.parentId && !spaces.has(item.parentId)) throw new AppError('notFound');
    if (!app || !spaceId) {
      if (item.parentId) throw new AppError('invalidInput', { reason: 'a space has no parentId' });
      if (!mayOnSpace(role, 'space.manage')) throw new AppError('forbidden');
      sorting.spaces.push({ id: item.id, position: positionOf(item) });
      continue;
    }
    const moves = spaceId !== app.spaceId;
    const may = mayOnApp(app.held, moves ? 'app.manage' : 'app.edit');
    if (!may || (moves && !mayOnSpace(role, 'space.createApp'))) throw new AppError('forbidden');
    sorting.apps.push({ id: app.id, fromId: app.spaceId, spaceId, position: positionOf(item) });
  }
  if (new Set(items.map(({ id }) => id)).size < items.length)
    throw new AppError('invalidInput', { reason: 'items: given twice' });
  return sorting;
}

/**
 * Moves spaces and apps.
 * @returns the team's spaces with their apps, in order
 * @throws AppError `notFound` when something is gone, `conflict` when an app was moved meanwhile
 */
export async function changeSort(ctx: UserContext, { teamId, spaces, apps }: Sorting): Promise<Space[]> {
  if (spaces.length + apps.length > 0)
    await transaction(ctx.db, async (tx) => {
      await lockPlaces(tx, apps);
      const revision = await nextTreeRevision(tx, teamId);
      const appIds = await placeApps(tx, teamId, apps, revision);
      const siblings = await siblingSpaces(tx, teamId);
      const moved = new Set(spaces.map(({ id }) => id));
      if (spaces.some(({ id }) => !siblings.some((each) => each.id === id))) throw new AppError('notFound');
      const others = siblings.filter(({ id }) => !moved.has(id));
      const placed = arrange(others, spaces) ?? [];
      if (placed.length > 0) await updateSpaceSorts(tx, placed, revision);
      const spaceIds = placed.map(({ id }) => id);
      announceTree(ctx.platform, tx, teamId, { revision, appIds, spaceIds });
    });
  return listSpaces(ctx.db, ctx.actor, teamId);
}
