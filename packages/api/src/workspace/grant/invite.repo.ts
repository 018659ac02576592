import type { Db } from '@tandem/db';
import { levelOf, type Permission } from '@tandem/shared/access/permissions';
import type { PendingShare } from '@tandem/shared/grant/schema';
import { sql } from 'kysely';
import { stillGiven } from '../invitation/fragments.ts';

/** Open invitations that will give access to a target, by address; more than this are not shown. */
const MANY = 500;

/** The addresses that will have access to a target when they join. */
export async function pendingOn(db: Db, targetId: string): Promise<Omit<PendingShare, 'link'>[]> {
  const rows = await db
    .selectFrom('invitation_grant')
    .innerJoin('invitation', 'invitation.id', 'invitation_grant.invitationId')
    .select(['invitation.id', 'invitation.email', 'invitation_grant.level'])
    .where('invitation_grant.targetId', '=', targetId)
    .where('invitation.acceptedAt', 'is', null)
    .where('invitation.endedAt', 'is', null)
    .where('invitation.expiresAt', '>', sql<Date>`now()`)
    .where(stillGiven())
    .orderBy('invitation.email')
    .limit(MANY)
    .execute();
  return rows.map(({ id, email, level }) => ({
    invitationId: id,
    email,
    permission: levelOf(level) as Permission,
  }));
}

/**
 * Removes a target from a team's open invitation.
 * @returns whether it was included
 */
export async function deletePending(
  tx: Db,
  { teamId, invitationId, targetId }: { teamId: string; invitationId: string; targetId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitation_grant')
    .where('invitationId', '=', invitationId)
    .where('targetId', '=', targetId)
    .where('invitationId', 'in', (eb) =>
      eb.selectFrom('invitation').select('id').where('teamId', '=', teamId).where('acceptedAt', 'is', null),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends a guest's invitation that no longer gives access to anything. */
export async function endIfEmpty(tx: Db, invitationId: string): Promise<void> {
  await sql`
    update "invitation" set "endedAt" = now()
    where "id" = ${invitationId} and "role" = 'guest' and "acceptedAt" is null and "endedAt" is null
      and not exists (select from "invitation_grant" where "invitationId" = ${invitationId})`.execute(tx);
}
