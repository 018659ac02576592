import type { Db } from '@tandem/db';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import type { ListMembers, TeamDetails, TeamMember, TeamRole } from '@tandem/shared/team/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { UserContext } from '../../core/context.ts';
import { nameCursorSchema, readCursor, writeCursor } from '../../core/cursor.ts';
import {
  findMember,
  type ListedMember,
  lockMembers,
  membersPage,
  relyOnMembers,
  teamFacts,
} from './member.repo.ts';
import { assignableRoles, invitableRoles, isAdministrator, isFullMember, mayDismiss } from './team.policy.ts';
import { colleaguesSeenBy, isOperator } from './team.service.ts';

export { findMember as memberIn, lockMembers, relyOnMembers };

/** A team with its reader's role. */
export interface OwnTeam {
  teamId: string;
  role: TeamRole;
}

/** Returns the reader's abilities in their current team. */
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
 * Lists a team's people by name: for administrators with suspended ones and last visits, for guests only
 * people they share a channel with.
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
