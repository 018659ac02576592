import type { Db } from '@tandem/db';

/** Headers of tool servers, encrypted for their id and address; locked until the transaction ends. */
export async function sealedHeaders(tx: Db): Promise<{ key: string; place: string; sealed: Buffer }[]> {
  const rows = await tx
    .selectFrom('mcp_server')
    .select(['id as key', 'url as place', 'secret as sealed'])
    .where('secret', 'is not', null)
    .forUpdate()
    .execute();
  return rows.flatMap(({ sealed, ...row }) => (sealed ? [{ ...row, sealed }] : []));
}

export async function replaceSealedHeaders(tx: Db, serverId: string, sealed: Buffer): Promise<void> {
  await tx.updateTable('mcp_server').set({ secret: sealed }).where('id', '=', serverId).execute();
}
