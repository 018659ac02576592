import type { Db } from '@tandem/db';
import { sql } from 'kysely';

/** A stored secret, and what it is bound to: the row's key and, where there is one, its address. */
export interface SealedRow {
  table: 'provider' | 'mcp_server' | 'setting';
  key: string;
  place: string;
  sealed: Buffer;
}

/** Every secret that is stored encrypted. */
export async function sealedRows(tx: Db): Promise<SealedRow[]> {
  const providers = await tx
    .selectFrom('provider')
    .select(['id as key', 'apiHost as place', 'apiKey as sealed'])
    .where('apiKey', 'is not', null)
    .forUpdate()
    .execute();
  const servers = await tx
    .selectFrom('mcp_server')
    .select(['id as key', 'url as place', 'secret as sealed'])
    .where('secret', 'is not', null)
    .forUpdate()
    .execute();
  const settings = await tx
    .selectFrom('setting')
    .select(['name as key', 'secret as sealed'])
    .where('secret', 'is not', null)
    .forUpdate()
    .execute();
  return [
    ...providers.map((row) => ({ ...row, table: 'provider' as const })),
    ...servers.map((row) => ({ ...row, table: 'mcp_server' as const })),
    ...settings.map((row) => ({ ...row, place: '', table: 'setting' as const })),
  ].flatMap(({ sealed, ...row }) => (sealed ? [{ ...row, sealed }] : []));
}

export async function replaceSealed(tx: Db, { table, key }: SealedRow, sealed: Buffer): Promise<void> {
  if (table === 'provider')
    await tx.updateTable('provider').set({ apiKey: sealed }).where('id', '=', key).execute();
  else if (table === 'mcp_server')
    await tx.updateTable('mcp_server').set({ secret: sealed }).where('id', '=', key).execute();
  else await tx.updateTable('setting').set({ secret: sealed }).where('name', '=', key).execute();
}

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

/** Ends every session and every code that was sent: what was made with the old key proves nothing any more. */
export async function endProofs(tx: Db): Promise<{ sessions: number; codes: number }> {
  const live = await tx
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  const sent = await tx
    .selectFrom('login_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('session').execute();
  await tx.deleteFrom('login_code').execute();
  return { sessions: live.count, codes: sent.count };
}

export async function replaceInvitationHash(tx: Db, id: string, tokenHash: Buffer): Promise<void> {
  // What was mailed with the old key is dead; sent again, it gets a link of the new one.
  await tx.updateTable('invitation').set({ tokenHash, mailedHash: null }).where('id', '=', id).execute();
}

export async function replaceFingerprint(tx: Db, keyFingerprint: string): Promise<void> {
  await tx.updateTable('installation').set({ keyFingerprint }).execute();
}
