import { type Db, transaction } from '@tandem/db';
import { keyAfter, placeAfter } from '@tandem/shared/sort/place';
import type { Space } from '@tandem/shared/space/schema';
import type { TeamRole } from '@tandem/shared/team/schema';
import type { Language } from '@tandem/shared/user/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { Context, UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { say } from '../../core/language.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { announceTree, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { createApp, listApps } from '../app/app.service.ts';
import { lockPersonalApps, movePersonalApps } from '../app/personal.ts';
import { mayOnSpace, type SpaceAction } from './space.policy.ts';
import {
  findSpace,
  firstSpace,
  holdsApps,
  insertSpace,
  type LoadedSpace,
  siblingSpaces,
  spacesOfTeam,
  spacesRemovedSince,
  updateSpaceRow,
  updateSpaceSorts,
} from './space.repo.ts';

/** A space without its apps. */
export type BareSpace = Omit<Space, 'apps'>;

function presentSpace({ id, name, sort, revision, role }: LoadedSpace): BareSpace {
  return {
    id,
    name,
    sort,
    revision,
    abilities: { createApp: mayOnSpace(role, 'space.createApp'), manage: mayOnSpace(role, 'space.manage') },
  };
}

/** Lists a team's spaces with the apps the reader may see, in order. */
export async function listSpaces(db: Db, reader: Reader, teamId: string): Promise<Space[]> {
  const [spaces, apps] = await Promise.all([spacesOfTeam(db, reader, teamId), listApps(db, reader, teamId)]);
  const appsOf = Map.groupBy(apps, (app) => app.spaceId);
  return spaces.map((space) => ({ ...presentSpace(space), apps: appsOf.get(space.id) ?? [] }));
}

/** Spaces without their apps; with `since`, those changed after that revision. */
export async function listBareSpaces(
  db: Db,
  reader: Reader,
  teamId: string,
  since?: number,
): Promise<BareSpace[]> {
  return (await spacesOfTeam(db, reader, teamId, since)).map(presentSpace);
}

/** Ids of spaces removed after a revision. */
export const listRemovedSpaces = spacesRemovedSince;

/**
 * Loads a space for a person who wants to do `action`.
 * @throws AppError `notFound` when they cannot see it, `forbidden` when they can but may not do this
 */
export async function spaceFor(
  db: Db,
  reader: Reader,
  spaceId: string,
  action: SpaceAction,
): Promise<LoadedSpace> {
  const space = await findSpace(db, reader, spaceId);
  if (!space) throw new AppError('notFound');
  if (!mayOnSpace(space.role, action)) throw new AppError('forbidden');
  return space;
}

/** Guards a procedure by an action on the space that `pick` names; the operation receives `ctx.space`. */
export function spaceRule<Input>(
  action: SpaceAction,
  pick: (input: Input) => string,
): AccessRule<Input, { space: LoadedSpace }> {
  return {
    action,
    check: async (ctx, input) => ({ space: await spaceFor(ctx.db, ctx.actor, pick(input), action) }),
  };
}

/**
 * Guards the making of an app: in the space that `pick` names, else in the first of the actor's current team.
 * The operation receives `ctx.place`.
 */
export function placeForApp<Input>(
  pick: (input: Input) => string | undefined,
): AccessRule<Input, { place: { teamId: string; spaceId: string } }> {
  const action = 'space.createApp';
  return {
    action,
    check: async ({ db, actor }, input) => {
      const spaceId =
        pick(input) ?? (actor.teamId === null ? null : (await firstSpace(db, actor, actor.teamId))?.id);
      if (!spaceId) throw new AppError('forbidden');
      const { id, teamId } = await spaceFor(db, actor, spaceId, action);
      return { place: { teamId, spaceId: id } };
    },
  };
}

/** Makes a space at the end of the team's list. */
export async function createSpace(
  ctx: UserContext,
  team: { teamId: string; role: TeamRole },
  name: string,
): Promise<BareSpace> {
  const spaceId = await transaction(ctx.db, (tx) => insertLastSpace({ ...ctx, db: tx }, team.teamId, name));
  return presentSpace(await spaceFor(ctx.db, ctx.actor, spaceId, 'space.manage'));
}

async function insertLastSpace(
  ctx: Context,
  teamId: string,
  name: string,
  actorId?: number,
): Promise<string> {
  const revision = await nextTreeRevision(ctx.db, teamId);
  const siblings = await siblingSpaces(ctx.db, teamId);
  const sort = keyAfter(siblings.at(-1)?.sort ?? null);
  const spaceId = await insertSpace(ctx.db, { teamId, name, sort, revision });
  await recordAudit(ctx.db, ctx, {
    teamId,
    action: 'space.create',
    target: { kind: 'space', id: spaceId, name },
    ...(actorId !== undefined && { actorId }),
  });
  announceTree(ctx.platform, ctx.db, teamId, { revision, spaceIds: [spaceId] });
  return spaceId;
}

/**
 * Creates a new team's initial content, so that its first conversation needs no set-up: a space and a chat
 * app with an assistant, named in the owner's language. Joins the transaction of `ctx.db`.
 */
export async function createStarter(
  ctx: Context,
  { teamId, userId, language }: { teamId: string; userId: number; language: Language },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx };
    const spaceId = await insertLastSpace(within, teamId, say(language, 'common:starter.space'), userId);
    const name = say(language, 'common:starter.app');
    await createApp(within, { teamId, spaceId, userId, type: 'chat', name, language });
  });
}

/** Renames a space. */
export async function renameSpace(ctx: UserContext, space: LoadedSpace, name: string): Promise<BareSpace> {
  await transaction(ctx.db, async (tx) => {
    const revision = await nextTreeRevision(tx, space.teamId);
    await updateSpaceRow(tx, space.id, { name, revision });
    await recordAudit(tx, ctx, {
      teamId: space.teamId,
      action: 'space.rename',
      target: { kind: 'space', id: space.id, name },
      detail: { from: space.name, to: name },
    });
    announceTree(ctx.platform, tx, space.teamId, { revision, spaceIds: [space.id] });
  });
  return presentSpace(await spaceFor(ctx.db, ctx.actor, space.id, 'space.manage'));
}

/**
 * Moves a space after another (null for first).
 * @throws AppError `notFound` when `afterId` is not a space of the same team
 */
export async function moveSpace(
  ctx: UserContext,
  space: LoadedSpace,
  afterId: string | null,
): Promise<BareSpace> {
  await transaction(ctx.db, async (tx) => {
    const revision = await nextTreeRevision(tx, space.teamId);
    const others = (await siblingSpaces(tx, space.teamId)).filter(({ id }) => id !== space.id);
    const placed = placeAfter(others, space.id, afterId);
    if (!placed) throw new AppError('notFound');
    await updateSpaceSorts(tx, placed, revision);
    announceTree(ctx.platform, tx, space.teamId, { revision, spaceIds: placed.map(({ id }) => id) });
  });
  return presentSpace(await spaceFor(ctx.db, ctx.actor, space.id, 'space.manage'));
}

/**
 * Removes an empty space. A team keeps at least one; personal apps move to the first remaining one.
 * @throws AppError `spaceNotEmpty`, `lastSpace`
 */
export async function removeSpace(
  ctx: UserContext,
  space: LoadedSpace,
): Promise<{ treeRevision: number; removed: string[] }> {
  return transaction(ctx.db, async (tx) => {
    await lockPersonalApps(tx, space.id);
    const revision = await nextTreeRevision(tx, space.teamId);
    if (await holdsApps(tx, space.id)) throw new AppError('spaceNotEmpty');
    const [first] = (await siblingSpaces(tx, space.teamId)).filter(({ id }) => id !== space.id);
    if (!first) throw new AppError('lastSpace');
    const appIds = await movePersonalApps(tx, { from: space.id, to: first.id }, revision);
    await updateSpaceRow(tx, space.id, { deletedAt: new Date(), revision });
    await recordAudit(tx, ctx, {
      teamId: space.teamId,
      action: 'space.remove',
      target: { kind: 'space', id: space.id, name: space.name },
    });
    announceTree(ctx.platform, tx, space.teamId, { revision, appIds, removed: [space.id] });
    return { treeRevision: revision, removed: [space.id] };
  });
}
