import type { Db } from '@tandem/db';
import { levelOf, levelRank } from '@tandem/shared/access/permissions';
import type {
  AdministerApp,
  AdministeredApp,
  AppViewer,
  appAudienceSchema,
  CountedPage,
  ListAdministered,
  PageAdministered,
} from '@tandem/shared/app/administration';
import type { KeysetPage, Page } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import type { UserContext } from '../../core/context.ts';
import { cursorText, readCursor, writeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import type { OwnTeam } from '../../identity/team/member.ts';
import { isAdministrator } from '../../identity/team/team.policy.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { thisMonth } from '../../models/usage/month.ts';
import { changeApp } from '../../workspace/app/archive.ts';
import { removeApp, unbin } from '../../workspace/bin/app.remove.ts';
import { listReach } from '../../workspace/grant/list.ts';
import {
  type AdministeredRow,
  administeredApps,
  countApps,
  findTeamApp,
  orderedApps,
  type TeamApp,
} from './administration.repo.ts';

const nameCursor = z.tuple([cursorText(400), z.uuid()]);
const numberCursor = z.tuple([z.int(), z.uuid()]);

/**
 * Guards actions of administrators of the current team on any of its apps, including apps they cannot open;
 * the operation receives `ctx.administered`.
 */
export function administeredRule<Input extends { appId: string }>(
  action: string,
): AccessRule<Input, { team: OwnTeam; administered: TeamApp }> {
  const administers = teamRule<Input>(action, isAdministrator);
  return {
    action,
    async check(ctx, input) {
      const { team } = await administers.check(ctx, input);
      const administered = await findTeamApp(ctx.db, team.teamId, input.appId);
      if (!administered) throw new AppError('notFound');
      return { team, administered };
    },
  };
}

/** A team's apps for its administrators, ordered and filtered, from a place on. */
export async function listAdministered(
  db: Db,
  { teamId }: OwnTeam,
  { cursor, limit, sort, direction, ...filters }: ListAdministered,
): Promise<CountedPage<AdministeredApp>> {
  const after = cursor === undefined ? undefined : placeOf(cursor, sort);
  const team = { teamId, month: await thisMonth(db) };
  const [found, total] = await Promise.all([
    orderedApps(db, team, filters, { sort, direction }, { after, limit: limit + 1 }),
    after ? null : countApps(db, teamId, filters),
  ]);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    list: await presentAll(db, team, page),
    nextCursor: last ? writeCursor([last.rank, last.id]) : null,
    total,
  };
}

/** The same by numbered pages. */
export async function pageAdministered(
  db: Db,
  { teamId }: OwnTeam,
  { pagination, filters: together = {}, sort, direction, ...alone }: PageAdministered,
): Promise<Page<AdministeredApp>> {
  const { currentPage, pageSize } = pagination;
  const filters = { ...together, ...alone };
  const team = { teamId, month: await thisMonth(db) };
  const offset = (currentPage - 1) * pageSize;
  const [found, total] = await Promise.all([
    orderedApps(db, team, filters, { sort, direction }, { offset, limit: pageSize }),
    countApps(db, teamId, filters),
  ]);
  return { list: await presentAll(db, team, found), pagination: { currentPage, pageSize, total } };
}

/**
 * Returns one app as administrators see it.
 * @throws AppError `notFound`
 */
export async function readAdministered(db: Db, { id, teamId }: TeamApp): Promise<AdministeredApp> {
  const team = { teamId, month: await thisMonth(db) };
  const [app] = await presentAll(db, team, [{ id }]);
  if (!app) throw new AppError('notFound');
  return app;
}

/** Changes who owns an app, or whether it is archived. @throws AppError `notFound`, `ownerMustBeMember` */
export async function administerApp(
  ctx: UserContext,
  app: TeamApp,
  { ownerId, archived }: Omit<AdministerApp, 'appId'>,
): Promise<AdministeredApp> {
  await changeApp(ctx, app, { ownerId, archived });
  return readAdministered(ctx.db, app);
}

/** Puts an app into the bin, where it stays 30 days. @throws AppError `notFound` when it is there already */
export async function discardApp(ctx: UserContext, app: TeamApp): Promise<AdministeredApp> {
  await removeApp(ctx, app);
  return readAdministered(ctx.db, app);
}

/** Restores an app from the bin; does nothing to one that is not there. */
export async function recoverApp(ctx: UserContext, app: TeamApp): Promise<AdministeredApp> {
  await unbin(ctx, app);
  return readAdministered(ctx.db, app);
}

/** Lists the people who may see an app, those with a grant first, then by name. */
export async function listAudience(
  db: Db,
  { id, teamId, visibility, level }: TeamApp,
  page: Pick<z.output<typeof appAudienceSchema>, 'cursor' | 'limit'>,
): Promise<KeysetPage<AppViewer>> {
  const teamLevel = visibility === 'team' ? level : levelRank.none;
  const { list, nextCursor } = await listReach(db, { teamId, path: [id], teamLevel }, page);
  return {
    list: list.map(({ rank, grants: _grants, sortName: _sortName, ...person }) => ({
      ...person,
      level: levelOf(rank),
    })),
    nextCursor,
  };
}

function placeOf(cursor: string, sort: ListAdministered['sort']): [string | number, string] {
  return readCursor<[string | number, string]>(cursor, sort === 'name' ? nameCursor : numberCursor);
}

async function presentAll(
  db: Db,
  team: Parameters<typeof administeredApps>[1],
  ordered: readonly { id: string }[],
): Promise<AdministeredApp[]> {
  const rows = await administeredApps(
    db,
    team,
    ordered.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ordered.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [present(row)] : [];
  });
}

function present({
  ownerId,
  ownerName,
  ownerAvatar,
  ownerActive,
  activeAt,
  ...row
}: AdministeredRow): AdministeredApp {
  return {
    ...row,
    state: row.deletedAt ? 'deleted' : row.archivedAt ? 'archived' : 'active',
    owner: { id: ownerId, name: ownerName, avatar: ownerAvatar, active: ownerActive },
    activeAt: activeAt === null ? row.createdAt : new Date(activeAt),
  };
}
