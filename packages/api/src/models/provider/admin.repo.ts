import type { Db } from '@tandem/db';
import type { ProviderTable } from '@tandem/db/tables/provider';
import type { ModelSwitch } from '@tandem/shared/provider/schema';
import { type Insertable, sql, type Updateable } from 'kysely';
import { isPricedRow } from './model.repo.ts';
import type { ProviderRow } from './provider.repo.ts';

/** A provider's row with how many models it has. */
export interface CountedProvider extends ProviderRow {
  models: number;
  enabledModels: number;
  unpricedModels: number;
}

/** Selects the installation's and the team's providers in order of preference, the built-in one last. */
function providersAt(db: Db, teamId: string) {
  return db
    .selectFrom('provider')
    .selectAll('provider')
    .select((eb) => {
      const models = eb.selectFrom('model').whereRef('model.providerId', '=', 'provider.id');
      return [
        models.select(sql<number>`count(*)`.as('count')).$asScalar().$notNull().as('models'),
        models
          .where('model.enabled', '=', true)
          .select(sql<number>`count(*)`.as('count'))
          .$asScalar()
          .$notNull()
          .as('enabledModels'),
        models
          .where(isPricedRow, '=', false)
          .select(sql<number>`count(*)`.as('count'))
          .$asScalar()
          .$notNull()
          .as('unpricedModels'),
      ];
    })
    .where((eb) => eb.or([eb('provider.teamId', 'is', null), eb('provider.teamId', '=', teamId)]))
    .orderBy((eb) => eb('provider.kind', '=', 'offline'))
    .orderBy('provider.createdAt')
    .orderBy('provider.id');
}

export function listProviderRows(db: Db, teamId: string): Promise<CountedProvider[]> {
  return providersAt(db, teamId).execute();
}

/** The provider as a team has it, or null when it is another's. */
export async function findProvider(
  db: Db,
  teamId: string,
  providerId: string,
): Promise<CountedProvider | null> {
  return (await providersAt(db, teamId).where('provider.id', '=', providerId).executeTakeFirst()) ?? null;
}

/** The provider of a model, as a team has it. */
export async function findProviderOfModel(
  db: Db,
  teamId: string,
  modelRowId: string,
): Promise<CountedProvider | null> {
  const found = await providersAt(db, teamId)
    .where('provider.id', '=', (eb) =>
      eb.selectFrom('model').select('model.providerId').where('model.id', '=', modelRowId),
    )
    .executeTakeFirst();
  return found ?? null;
}

/** The models of several providers and whether they are on, by provider. */
export async function switchesOf(
  db: Db,
  providerIds: readonly string[],
): Promise<Map<string, ModelSwitch[]>> {
  if (providerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('model')
    .select(['providerId', 'modelId', 'enabled'])
    .where('providerId', 'in', providerIds)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const grouped = Map.groupBy(rows, (row) => row.providerId);
  return new Map(
    [...grouped].map(([id, models]) => [
      id,
      models.map(({ modelId, enabled }): ModelSwitch => ({ modelId, enabled })),
    ]),
  );
}

/** Counts the assistants that use a model of this provider. */
export async function countAssistants(db: Db, providerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('assistant')
    .innerJoin('model', 'model.id', 'assistant.modelId')
    .select(sql<number>`count(*)`.as('count'))
    .where('model.providerId', '=', providerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Serialises additions of providers to the same team or the installation ("addp" in ASCII). */
export async function lockProviders(tx: Db, teamId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(${0x61646470}, hashtext(${teamId ?? ''}))`.execute(tx);
}

/** Counts a team's own providers; null for the installation's. */
export async function countProviders(tx: Db, teamId: string | null): Promise<number> {
  const { count } = await tx
    .selectFrom('provider')
    .select(sql<number>`count(*)`.as('count'))
    .where('teamId', teamId === null ? 'is' : '=', teamId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertProvider(
  tx: Db,
  values: Insertable<ProviderTable> & { id: string },
): Promise<void> {
  await tx.insertInto('provider').values(values).execute();
}

/** Returns the provider's row, locked until the transaction ends; null when it is gone. */
export async function lockProvider(tx: Db, providerId: string): Promise<ProviderRow | null> {
  const found = await tx
    .selectFrom('provider')
    .selectAll()
    .where('id', '=', providerId)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

export async function changeProvider(
  tx: Db,
  providerId: string,
  values: Updateable<ProviderTable>,
): Promise<void> {
  await tx.updateTable('provider').set(values).where('id', '=', providerId).execute();
}

export async function deleteProvider(tx: Db, providerId: string): Promise<void> {
  await tx.deleteFrom('provider').where('id', '=', providerId).execute();
}
