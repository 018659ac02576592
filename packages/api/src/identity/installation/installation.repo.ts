import type { Db } from '@tandem/db';

/** Makes the installation's row unless another server has just made it, and answers the one that stands. */
export async function claimInstallation(db: Db, keyFingerprint: string) {
  await db
    .insertInto('installation')
    .values({ keyFingerprint })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();
  return db.selectFrom('installation').select(['id', 'keyFingerprint']).executeTakeFirstOrThrow();
}

export async function hasTeam(db: Db): Promise<boolean> {
  return (await db.selectFrom('team').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function replaceFingerprint(tx: Db, keyFingerprint: string): Promise<void> {
  await tx.updateTable('installation').set({ keyFingerprint }).execute();
}
