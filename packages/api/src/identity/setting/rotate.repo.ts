import type { Db } from '@tandem/db';

/** Secret settings, encrypted for their name; locked until the transaction ends. */
export async function sealedSettings(tx: Db): Promise<{ key: string; place: string; sealed: Buffer }[]> {
  const rows = await tx
    .selectFrom('setting')
    .select(['name as key', 'secret as sealed'])
    .where('secret', 'is not', null)
    .forUpdate()
    .execute();
  return rows.flatMap(({ sealed, ...row }) => (sealed ? [{ ...row, place: '', sealed }] : []));
}

export async function replaceSealedSetting(tx: Db, name: string, sealed: Buffer): Promise<void> {
  await tx.updateTable('setting').set({ secret: sealed }).where('name', '=', name).execute();
}
