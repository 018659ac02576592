import { type Db, onCommit } from '@tandem/db';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { ListMembers, TeamDetails, TeamMember, TeamRole } from '@tandem/shared/team/schema';
import type { Reader } from '../access/access.fragments.ts';
import { fitPersonalApp } from '../app/app.personal.ts';
import { type Doer, recordAudit } from '../audit/audit.service.ts';
import type { UserContext } from '../core/context.ts';
import { nameCursorSchema, readCursor, writeCursor } from '../core/cursor.ts';
import { AppError } from '../core/errors.ts';
import { topics } from '../core/live/bus.ts';
import type { Platform } from '../core/platform.ts';
import { markMember } from '../grant/grant.mark.ts';
import { goToTeam } from '../session/session.team.ts';
import {
  findMember,
  insertMember,
  type ListedMember,
  lockMembers,
  membersPage,
  relyOnMembers,
  teamFacts,
} from './team.member.repo.ts';
import { assignableRoles, invitableRoles, isAdministrator, isFullMember, mayDismiss } from './team.policy.ts';
import { setCurrentTeam } from './team.repo.ts';
import { colleaguesSeenBy, isOperator } from './team.service.ts';

export { findMember as memberIn, lockMembers, relyOnMembers };

/** A team and what its reader is in it. */
export interface OwnTeam {
  teamId: string;
  role: TeamRole;
}

/** Who comes into a team. */
export interface NewMember extends OwnTeam {
  userId: number;
  /** Whether an administrator put them there, who is recorded instead: they did nothing themselves. */
  made?: boolean;
}

/**
 * Makes a person a member of a team; who is in it keeps their role. Joins the transaction, and takes turns with every
 * other change of who is in the team: take `lockMembers` first where other rows of the team's are locked before.
 * @throws AppError `suspended` when the team has suspended them
 */
export async function addMember(
  ctx: Doer & { platform: Platform },
  tx: Db,
  { teamId, userId, role, made = false }: NewMember,
): Promise<void> {
  await lockMembers(tx, teamId);
  const isNew = await insertMember(tx, { teamId, userId, role });
  if (!isNew && (await findMember(tx, teamId, userId))?.suspended) throw new AppError('suspended');
  if (isNew && !made)
    await recordAudit(tx, ctx, {
      teamId,
      action: 'member.join',
      target: { kind: 'user', id: userId },
      detail: { role },
      actorId: userId,
    });
  if (isNew) await fitPersonalApp(ctx, tx, { teamId, userId, role });
  if (isNew) await markMember(ctx.platform, tx, { teamId, userId });
  onCommit(tx, () => ctx.platform.bus.publish(topics.user(userId), { type: 'profile.changed' }));
}

/** The same, and the team becomes their current one. @throws AppError `suspended` */
export async function enterTeam(
  ctx: Doer & { platform: Platform },
  tx: Db,
  member: NewMember,
): Promise<void> {
  await addMember(ctx, tx, member);
  await setCurrentTeam(tx, member.userId, member.teamId);
  const { actor } = ctx;
  if (actor.kind === 'user' && actor.userId === member.userId) await goToTeam(tx, actor, member.teamId);
}

/** What the reader may do with their current team. */
export async function getTeam(db: Db, reader: Reader, { teamId, role }: OwnTeam): Promise<TeamDetails> {
  const [{ name, isFirst }, operates] = await Promise.all([teamFacts(db, teamId), isOperator(db, reader)]);
  const administers = isAdministrator(role);
  return {
    id: teamId,
    name,
    role,
    abilities: {
      members: isFullMember(role),
      invite: invitableRoles(role),
      rename: administers,
      preference: administers && isFirst,
      providers: administers,
      createAssistant: isFullMember(role),
      saveTemplate: isFullMember(role),
      createTeam: operates,
    },
  };
}

/**
 * The people of a team, by name: for administrators with those who are suspended and when they were last here, for
 * guests only those who share a channel with them.
 */
export async function listMembers(
  { db, actor }: UserContext,
  { teamId, role }: OwnTeam,
  { limit, query, cursor }: ListMembers,
): Promise<KeysetPage<TeamMember>> {
  const seesAll = isAdministrator(role);
  const ids = await colleaguesSeenBy(db, actor, teamId, role);
  const rows = await membersPage(db, teamId, {
    query,
    ...(cursor !== undefined && { after: readCursor(cursor, nameCursorSchema) }),
    limit: limit + 1,
    suspendedToo: seesAll,
    ...(ids && { ids }),
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    list: page.map((row) => presentMember(row, role, actor.userId)),
    nextCursor: last ? writeCursor([last.sortName, last.id]) : null,
  };
}

/** A member as a colleague in this role sees them. */
export function presentMember(row: ListedMember, actor: TeamRole, readerId: number): TeamMember {
  const { suspendedAt, lastSeenAt, sortName: _sortName, ...user } = row;
  const colleagues = { actor, other: row.role, isSelf: row.id === readerId };
  const dismisses = mayDismiss(colleagues);
  return {
    ...user,
    suspended: suspendedAt !== null,
    lastSeenAt: isAdministrator(actor) ? lastSeenAt : null,
    abilities: { roles: assignableRoles(colleagues), suspend: dismisses, remove: dismisses },
  };
}
