import type { Db } from '@tandem/db';
import type { TeamRole, TeamUser } from '@tandem/shared/team/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { isAdministrator, isFullMember } from './team.policy.ts';
import { activeRole, allUsers, roleInFirstTeam, usersSharingChannelWith } from './team.repo.ts';

/** Whether the person operates the installation: an owner or admin of its first team. */
export async function isOperator(db: Db, reader: Reader): Promise<boolean> {
  const role = await roleInFirstTeam(db, reader);
  return role !== null && isAdministrator(role);
}

/**
 * Lists the colleagues a person may see in their current team: all, or for guests those who share a channel.
 * Omits suspended people.
 */
export async function listUsers(
  db: Db,
  reader: Reader,
  { teamId, role }: { teamId: string; role: TeamRole },
): Promise<TeamUser[]> {
  return role === 'guest' ? usersSharingChannelWith(db, reader, teamId) : allUsers(db, teamId);
}

/** The role of an active member. @throws AppError `notFound` for everyone else */
export async function roleIn(db: Db, reader: Reader, teamId: string): Promise<TeamRole> {
  const role = await activeRole(db, reader, teamId);
  if (role === null) throw new AppError('notFound');
  return role;
}

/**
 * Returns the members a guest may see, those who share a channel with them; undefined for others, who see
 * everyone.
 */
export async function colleaguesSeenBy(
  db: Db,
  reader: Reader,
  teamId: string,
  role: TeamRole,
): Promise<number[] | undefined> {
  if (isFullMember(role)) return undefined;
  return (await usersSharingChannelWith(db, reader, teamId)).map(({ id }) => id);
}

/**
 * Guards a procedure by a role in the actor's current team; the operation receives `ctx.team`. Its check
 * throws `notFound` for people without a team, `forbidden` for an insufficient role.
 */
export function teamRule<Input>(
  action: string,
  suffices: (role: TeamRole) => boolean = () => true,
): AccessRule<Input, { team: { teamId: string; role: TeamRole } }> {
  const check = async (ctx: UserContext) => {
    const { teamId } = ctx.actor;
    const role = teamId === null ? null : await activeRole(ctx.db, ctx.actor, teamId);
    if (teamId === null || role === null) throw new AppError('notFound');
    if (!suffices(role)) throw new AppError('forbidden');
    return { team: { teamId, role } };
  };
  return { action, check, checkAnyInput: check };
}

/** Guards a procedure for operators of the installation. */
export function operatorRule<Input>(action: string): AccessRule<Input, object> {
  return {
    action,
    check: async (ctx) => {
      if (!(await isOperator(ctx.db, ctx.actor))) throw new AppError('forbidden');
      return {};
    },
  };
}
