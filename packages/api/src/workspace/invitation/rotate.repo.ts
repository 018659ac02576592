import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Invitations that nobody has accepted or ended; those that are past their time can be renewed. */
export async function openInvitations(tx: Db): Promise<{ id: string; isInTime: boolean }[]> {
  return tx
    .selectFrom('invitation')
    .select(['id', sql<boolean>`"expiresAt" > now()`.as('isInTime')])
    .where('acceptedAt', 'is', null)
    .where('endedAt', 'is', null)
    .forUpdate()
    .execute();
}

export async function replaceInvitationHash(tx: Db, id: string, tokenHash: Buffer): Promise<void> {
  // What was mailed with the old key is dead; sent again, it gets a link of the new one.
  await tx.updateTable('invitation').set({ tokenHash, mailedHash: null }).where('id', '=', id).execute();
}
