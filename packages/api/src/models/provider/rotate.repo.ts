import type { Db } from '@tandem/db';

/** An encrypted secret, and what it is bound to: the row's key and its address. */
export interface SealedRow {
  key: string;
  place: string;
  sealed: Buffer;
}

/** Keys of providers, locked until the transaction ends. */
export async function sealedKeys(tx: Db): Promise<SealedRow[]> {
  const rows = await tx
    .selectFrom('provider')
    .select(['id as key', 'apiHost as place', 'apiKey as sealed'])
    .where('apiKey', 'is not', null)
    .forUpdate()
    .execute();
  return rows.flatMap(({ sealed, ...row }) => (sealed ? [{ ...row, sealed }] : []));
}

export async function replaceSealedKey(tx: Db, providerId: string, sealed: Buffer): Promise<void> {
  await tx.updateTable('provider').set({ apiKey: sealed }).where('id', '=', providerId).execute();
}
