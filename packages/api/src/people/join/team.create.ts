import { type Db, transaction } from '@tandem/db';
import type { TeamDetails } from '@tandem/shared/team/schema';
import type { Language } from '@tandem/shared/user/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { Context, UserContext } from '../../core/context.ts';
import { teamFacts } from '../../identity/team/member.repo.ts';
import { getTeam, type OwnTeam } from '../../identity/team/member.ts';
import { tellMembers } from '../../identity/team/member-events.ts';
import { insertTeam, renameTeamRow } from '../../identity/team/team.repo.ts';
import { fitPersonalApp } from '../../workspace/app/personal.ts';
import { createStarter } from '../../workspace/space/space.service.ts';
import { addMember } from './add-member.ts';

/**
 * Makes a team around its owner, with a first space and app named in their language.
 * @param ctx its `db` is the transaction
 * @returns its id
 */
export async function foundTeam(
  ctx: Context,
  { name, userId, language }: { name: string; userId: number; language: Language },
): Promise<string> {
  const teamId = await insertTeam(ctx.db, name);
  await addMember(ctx, ctx.db, { teamId, userId, role: 'owner' });
  await recordAudit(ctx.db, ctx, {
    teamId,
    action: 'team.create',
    target: { kind: 'team', id: teamId, name },
    actorId: userId,
  });
  await createStarter(ctx, { teamId, userId, language });
  await fitPersonalApp(ctx, ctx.db, { teamId, userId, role: 'owner' });
  return teamId;
}

/** Makes a team of the actor's. */
export async function createTeam(ctx: UserContext, name: string): Promise<TeamDetails> {
  const { userId } = ctx.actor;
  const teamId = await transaction(ctx.db, (tx) =>
    foundTeam({ ...ctx, db: tx }, { name, userId, language: ctx.language }),
  );
  return getTeam(ctx.db, ctx.actor, { teamId, role: 'owner' });
}

/** Renames a team. */
export async function renameTeam(ctx: UserContext, team: OwnTeam, name: string): Promise<TeamDetails> {
  await transaction(ctx.db, async (tx) => {
    await renameInside(tx, ctx, team.teamId, name);
    await tellMembers(ctx.platform, tx, team.teamId);
  });
  return getTeam(ctx.db, ctx.actor, team);
}

/** `renameTeam` inside a transaction, without announcing it. */
export async function renameInside(tx: Db, ctx: UserContext, teamId: string, name: string): Promise<void> {
  const { name: from } = await teamFacts(tx, teamId);
  if (from === name) return;
  await renameTeamRow(tx, teamId, name);
  const target = { kind: 'team', id: teamId, name };
  await recordAudit(tx, ctx, { teamId, action: 'team.rename', target, detail: { from, to: name } });
}
