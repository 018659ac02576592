import { type Db, transaction } from '@tandem/db';
import type { CodeDelivery } from '@tandem/shared/session/schema';
import type { RemoveAccount } from '@tandem/shared/user/schema';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { endSessionsOf } from '../../identity/session/device.ts';
import { entomb, teamIdsOf } from '../../identity/user/remove.repo.ts';
import { findAccountById } from '../../identity/user/user.service.ts';
import { quitTeam } from '../leave/team.quit.ts';
import { proveCode, sendProofCode } from '../sign-in/session.code.ts';
import { forgetPerson } from './user.forget.ts';

/** Mails the actor the code that confirms the deletion of their account. @throws AppError `tooManyCodes` */
export async function sendRemovalCode(ctx: UserContext): Promise<{ delivery: CodeDelivery }> {
  const { email, language } = await findAccountById(ctx.db, ctx.actor.userId);
  return sendProofCode(ctx, { email, purpose: 'remove' }, language ?? ctx.language);
}

/**
 * Deletes the actor's account and personal data, but keeps what they wrote for others. Their row stays,
 * without name and address, because content refers to it.
 * @throws AppError `wrongCode`, `lastOwner` or `firstTeamOwner` when a team would be left without an owner,
 * `lastMember` when one would be left without anyone and its deletion was not confirmed
 */
export async function removeAccount(ctx: UserContext, { code, alsoTeams }: RemoveAccount): Promise<null> {
  const { userId } = ctx.actor;
  const { email } = await findAccountById(ctx.db, userId);
  const proven = await proveCode(ctx, { email, purpose: 'remove' }, code);
  await transaction(ctx.db, async (tx) => {
    await proven.take(tx);
    for (const teamId of await teamIdsOf(tx, userId)) await quitTeam(ctx, tx, { teamId, userId, alsoTeams });
    await recordAudit(tx, ctx, { teamId: null, action: 'user.remove', target: { kind: 'user', id: userId } });
    await forget(ctx, tx, userId, email);
  });
  return null;
}

async function forget(ctx: UserContext, tx: Db, userId: number, email: string): Promise<void> {
  // A concurrent sign-in finds no account, or its session here.
  if (!(await entomb(tx, userId))) throw new AppError('unauthorised');
  await forgetPerson(tx, { userId, email });
  await endSessionsOf(ctx, tx, { except: null }, 'removed');
}
