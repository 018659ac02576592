import type { Db } from '@tandem/db';
import type { SettingTable } from '@tandem/db/tables/setting';
import type { SettingName } from '@tandem/shared/setting/schema';
import { type Selectable, sql } from 'kysely';

export type SettingRow = Pick<Selectable<SettingTable>, 'name' | 'value' | 'secret'>;

/** Returns every stored setting. */
export async function storedSettings(db: Db): Promise<SettingRow[]> {
  return db.selectFrom('setting').select(['name', 'value', 'secret']).execute();
}

/** Serialises changes, and checks that depend on stored settings, until the transaction ends. */
export async function lockSettings(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tandem settings', 0))`.execute(tx);
}

/** Stores a value, or a secret in its place. */
export async function storeSetting(
  tx: Db,
  {
    name,
    value,
    secret,
    updatedBy,
  }: { name: SettingName; value: unknown; secret: Buffer | null; updatedBy: number },
): Promise<void> {
  await sql`
    insert into "setting" ("name", "value", "secret", "updatedBy")
    values (${name}, ${value === null ? null : JSON.stringify(value)}::jsonb, ${secret}, ${updatedBy})
    on conflict ("name") do update set
      "value" = excluded."value", "secret" = excluded."secret",
      "updatedBy" = excluded."updatedBy", "updatedAt" = now()
  `.execute(tx);
}

/** Deletes a stored value. */
export async function deleteSetting(tx: Db, name: SettingName): Promise<void> {
  await tx.deleteFrom('setting').where('name', '=', name).execute();
}

/** Id of the installation's first team; null before the first account. */
export async function firstTeamId(db: Db): Promise<string | null> {
  const team = await db.selectFrom('team').select('id').orderBy('number').limit(1).executeTakeFirst();
  return team?.id ?? null;
}

/** Issuers by which active operators have signed in before. */
export async function issuersOfOperators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('identity')
    .innerJoin('member', 'member.userId', 'identity.userId')
    .innerJoin('user', 'user.id', 'identity.userId')
    .select('identity.issuer')
    .distinct()
    .where('member.teamId', '=', (eb) =>
      eb.selectFrom('team').select('team.id').orderBy('team.number').limit(1),
    )
    .where('member.role', 'in', ['owner', 'admin'])
    .where('member.suspendedAt', 'is', null)
    .where('user.deletedAt', 'is', null)
    .execute();
  return rows.map(({ issuer }) => issuer);
}

/** Counts files, and the bytes of their distinct content. */
export async function storageUse(db: Db): Promise<{ files: number; used: number }> {
  const { rows } = await sql<{ files: number; used: string }>`
    select coalesce(sum("rows"), 0)::bigint as "files", coalesce(sum("size"), 0)::bigint as "used"
    from (select max("size") as "size", count(*) as "rows" from "file" group by "hash") as "content"
  `.execute(db);
  return { files: Number(rows[0]?.files ?? 0), used: Number(rows[0]?.used ?? 0) };
}
