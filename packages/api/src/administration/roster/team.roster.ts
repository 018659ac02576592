import { type Db, transaction } from '@tandem/db';
import type { CountedPage } from '@tandem/shared/app/administration';
import type { Page } from '@tandem/shared/pagination/schema';
import type { ChangeMember, ListRoster, PageRoster, RosterMember } from '@tandem/shared/team/roster';
import * as z from 'zod';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { nameCursorSchema, readCursor, writeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { endAllSessions } from '../../identity/session/end.ts';
import { findMember, holdPerson, teamsOf } from '../../identity/team/member.repo.ts';
import { type OwnTeam, presentMember } from '../../identity/team/member.ts';
import { isAdministrator, mayDismiss } from '../../identity/team/team.policy.ts';
import { roleInFirstTeam } from '../../identity/team/team.repo.ts';
import { thisMonth } from '../../models/usage/month.ts';
import { lockColleague, setRole, suspendMember } from '../../people/leave/team.leave.ts';
import { countMembers, orderedMembers, type RosterRow, rosterOf } from './team.roster.repo.ts';

const numberCursor = z.tuple([z.int(), z.int().min(0).max(2_147_483_647)]);

/** The people of a team for its administrators, ordered and filtered, from a place on. */
export async function listRoster(
  { db, actor }: UserContext,
  team: OwnTeam,
  { cursor, limit, sort, direction, ...filters }: ListRoster,
): Promise<CountedPage<RosterMember>> {
  const after = cursor === undefined ? undefined : placeOf(cursor, sort);
  const where = await monthOf(db, team);
  const [found, total] = await Promise.all([
    orderedMembers(db, where, filters, { sort, direction }, { after, limit: limit + 1 }),
    after ? null : countMembers(db, team.teamId, filters),
  ]);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    list: await presentAll(db, where, team, page, actor.userId),
    nextCursor: last ? writeCursor([last.rank, last.id]) : null,
    total,
  };
}

/** The same by numbered pages. */
export async function pageRoster(
  { db, actor }: UserContext,
  team: OwnTeam,
  { pagination, filters: together = {}, sort, direction, ...alone }: PageRoster,
): Promise<Page<RosterMember>> {
  const { currentPage, pageSize } = pagination;
  const filters = { ...together, ...alone };
  const where = await monthOf(db, team);
  const offset = (currentPage - 1) * pageSize;
  const [found, total] = await Promise.all([
    orderedMembers(db, where, filters, { sort, direction }, { offset, limit: pageSize }),
    countMembers(db, team.teamId, filters),
  ]);
  const list = await presentAll(db, where, team, found, actor.userId);
  return { list, pagination: { currentPage, pageSize, total } };
}

/**
 * Returns one member as administrators see them.
 * @throws AppError `notFound`
 */
export async function readMember(
  { db, actor }: Pick<UserContext, 'db' | 'actor'>,
  team: OwnTeam,
  userId: number,
): Promise<RosterMember> {
  const [member] = await presentAll(db, await monthOf(db, team), team, [{ id: userId }], actor.userId);
  if (!member) throw new AppError('notFound');
  return member;
}

/**
 * Changes a member's role and suspension, both or neither.
 * @throws AppError `notFound`, `forbidden`, `lastOwner`
 */
export async function changeMember(
  ctx: UserContext,
  team: OwnTeam,
  { userId, role, suspended }: ChangeMember,
): Promise<RosterMember> {
  await transaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx };
    if (role !== undefined) await setRole(within, team, { userId, role });
    if (suspended !== undefined) await suspendMember(within, team, { userId, suspended });
  });
  // The administrator may just have lowered their own role.
  const own = await findMember(ctx.db, team.teamId, ctx.actor.userId);
  return readMember(ctx, { ...team, role: own?.role ?? team.role }, userId);
}

/**
 * Signs a member out everywhere. Sessions belong to people, not to teams. So administrators may sign out
 * members who are in no other team, and operators of the installation anyone they may remove from its first
 * team. For all others a suspension ends access to the team immediately.
 * @throws AppError `notFound`, `forbidden`, `signOutElsewhere`
 */
export async function signMemberOut(
  ctx: UserContext,
  team: OwnTeam,
  userId: number,
): Promise<{ ended: number }> {
  const { teamId } = team;
  return transaction(ctx.db, async (tx) => {
    const { colleagues } = await lockColleague(tx, ctx, team, userId);
    if (!mayDismiss(colleagues)) throw new AppError('forbidden');
    await holdPerson(tx, userId);
    const teamIds = await teamsOf(tx, userId);
    if (teamIds.some((id) => id !== teamId) && !(await operatesOver(tx, ctx, userId)))
      throw new AppError('signOutElsewhere');
    const ended = await endAllSessions(ctx.platform, tx, userId);
    const target = { kind: 'user', id: userId };
    await recordAudit(tx, ctx, { teamId, action: 'session.end', target, detail: { ended } });
    return { ended };
  });
}

/** Whether the actor operates the installation and may remove this person from its first team. */
async function operatesOver(tx: Db, { actor }: UserContext, userId: number): Promise<boolean> {
  const [own, other] = await Promise.all([roleInFirstTeam(tx, actor), roleInFirstTeam(tx, { userId })]);
  if (own === null || !isAdministrator(own)) return false;
  return other === null || mayDismiss({ actor: own, other, isSelf: false });
}

const monthOf = async (db: Db, { teamId }: OwnTeam) => ({ teamId, month: await thisMonth(db) });

function placeOf(cursor: string, sort: ListRoster['sort']): [string | number, number] {
  return readCursor<[string | number, number]>(cursor, sort === 'name' ? nameCursorSchema : numberCursor);
}

async function presentAll(
  db: Db,
  where: Parameters<typeof rosterOf>[1],
  team: OwnTeam,
  ordered: readonly { id: number }[],
  readerId: number,
): Promise<RosterMember[]> {
  const rows = await rosterOf(
    db,
    where,
    ordered.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ordered.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [present(row, team, readerId)] : [];
  });
}

function present(
  { sessions, cost, joinedAt, ...row }: RosterRow,
  { role }: OwnTeam,
  readerId: number,
): RosterMember {
  return { ...presentMember({ ...row, sortName: '' }, role, readerId), sessions, cost, joinedAt };
}
