import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** Returns invitations neither accepted nor ended; expired ones can be renewed. */
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
  // Links mailed with the old key are invalid; resending creates one with the new key.
  await tx.updateTable('invitation').set({ tokenHash, mailedHash: null }).where('id', '=', id).execute();
}
