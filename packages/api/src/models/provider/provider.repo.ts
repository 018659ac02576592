import type { Db } from '@tandem/db';
import type { ModelTable, ProviderTable } from '@tandem/db/tables/provider';
import type { Model } from '@tandem/shared/provider/schema';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModelDraft } from '../../ai/providers/types.ts';

export type ProviderRow = Selectable<ProviderTable>;
export type ModelRow = Selectable<ModelTable>;

/** Servers that start together take turns ("prov" in ASCII). */
const START_LOCK = 0x70726f76;

/** Selects enabled providers available to a team: its own and the installation's; the built-in one last. */
function offeredProviders(db: Db, teamId: string | null) {
  return db
    .selectFrom('provider')
    .where('provider.enabled', '=', true)
    .where((eb) => eb.or([eb('provider.teamId', 'is', null), eb('provider.teamId', '=', teamId)]))
    .orderBy((eb) => eb('provider.kind', '=', 'offline'))
    .orderBy('provider.createdAt')
    .orderBy('provider.id');
}

/** Selects enabled models available to a team, in the order of the search for a default. */
function offeredModels(db: Db, teamId: string | null) {
  return (
    offeredProviders(db, teamId)
      .innerJoin('model', 'model.providerId', 'provider.id')
      .where('model.enabled', '=', true)
      .clearOrderBy()
      // The team's preferred model comes first.
      .orderBy(
        sql`"model"."id"::text is not distinct from (select "preference" ->> 'defaultModelId' from "team" where "id" = ${teamId})`,
        'desc',
      )
      .orderBy((eb) => eb('provider.kind', '=', 'offline'))
      .orderBy('provider.createdAt')
      .orderBy('provider.id')
      .orderBy('model.sort')
      .orderBy('model.id')
  );
}

/** Lists models a person of the team may choose. */
export function listOfferedModels(db: Db, teamId: string | null): Promise<Model[]> {
  return offeredModels(db, teamId)
    .select([
      'model.id',
      'model.modelId',
      'model.name',
      'model.kind',
      'model.abilities',
      'model.contextWindow',
      'model.inputPrice',
      'model.outputPrice',
      'model.imagePrice',
      sql<
        Model['provider']
      >`json_build_object('id', "provider"."id", 'name', "provider"."name", 'kind', "provider"."kind")`.as(
        'provider',
      ),
    ])
    .execute();
}

/** Every column of a provider; the type check fails when the table grows. */
const providerColumns: Record<keyof ProviderRow, true> = {
  id: true,
  teamId: true,
  kind: true,
  name: true,
  apiKey: true,
  apiHost: true,
  keepAliveTime: true,
  enabled: true,
  createdAt: true,
  origin: true,
  originFingerprint: true,
  creatorId: true,
  listedAt: true,
};
export const providerAliases = (Object.keys(providerColumns) as (keyof ProviderRow)[]).map(
  (name) => `provider.${name} as provider.${name}` as const,
);

/** A model and the provider that offers it. */
export interface OfferedModel {
  model: ModelRow;
  provider: ProviderRow;
}

/** Parts a row that holds a model's columns and, under their table's name, those of its provider. */
export function partRow(row: Readonly<Record<string, unknown>>): OfferedModel {
  return {
    model: Object.fromEntries(
      Object.entries(row).filter(([name]) => !name.includes('.')),
    ) as unknown as ModelRow,
    provider: columnsOf<ProviderRow>(row, 'provider'),
  };
}

/** Returns the columns of a row that are prefixed with a table's name. */
export function columnsOf<Row>(row: Readonly<Record<string, unknown>>, table: string): Row {
  const prefix = `${table}.`;
  const ofTable = Object.entries(row).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(ofTable.map(([name, value]) => [name.slice(prefix.length), value])) as Row;
}

/** Selects the id of the first chat model available to the team, for use in another statement. */
export function firstChatModelId(db: Db, teamId: string | null) {
  return offeredModels(db, teamId).select('model.id').where('model.kind', '=', 'chat').limit(1);
}

/** Returns the first chat model available to the team, or null. */
export async function firstChatModel(db: Db, teamId: string | null): Promise<OfferedModel | null> {
  const row = await offeredModels(db, teamId)
    .selectAll('model')
    .select(providerAliases)
    .where('model.kind', '=', 'chat')
    .limit(1)
    .executeTakeFirst();
  return row ? partRow(row) : null;
}

/** A model of the team's or the installation's providers, whether it and its provider are enabled or not, or null. */
export async function modelOfTeam(db: Db, teamId: string, modelId: string): Promise<OfferedModel | null> {
  const row = await db
    .selectFrom('model')
    .innerJoin('provider', 'provider.id', 'model.providerId')
    .selectAll('model')
    .select(providerAliases)
    .where('model.id', '=', modelId)
    .where((eb) => eb.or([eb('provider.teamId', 'is', null), eb('provider.teamId', '=', teamId)]))
    .executeTakeFirst();
  return row ? partRow(row) : null;
}

/** A model with its provider, of whichever team. */
export async function modelWithProvider(db: Db, modelId: string): Promise<OfferedModel | null> {
  const row = await db
    .selectFrom('model')
    .innerJoin('provider', 'provider.id', 'model.providerId')
    .selectAll('model')
    .select(providerAliases)
    .where('model.id', '=', modelId)
    .executeTakeFirst();
  return row ? partRow(row) : null;
}

/** Returns a team's enabled providers whose models are not known yet. */
export function providersWithoutModels(db: Db, teamId: string | null): Promise<ProviderRow[]> {
  return offeredProviders(db, teamId)
    .selectAll('provider')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('model').select('model.id').whereRef('model.providerId', '=', 'provider.id')),
      ),
    )
    .execute();
}

/**
 * Adds a provider's models, best first; existing ones keep their row.
 * @returns the number of new ones
 */
export async function insertModels(
  db: Db,
  providerId: string,
  drafts: readonly ModelDraft[],
): Promise<number> {
  if (drafts.length === 0) return 0;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('model')
    .values(
      drafts.map((draft, sort) => ({
        ...draft,
        abilities: JSON.stringify(draft.abilities),
        providerId,
        sort,
      })),
    )
    .onConflict((conflict) => conflict.columns(['providerId', 'modelId']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** Deletes models the provider no longer has. */
export async function deleteOtherModels(
  tx: Db,
  providerId: string,
  kept: readonly ModelDraft[],
): Promise<void> {
  await tx
    .deleteFrom('model')
    .where('providerId', '=', providerId)
    .where(
      'modelId',
      'not in',
      kept.map(({ modelId }) => modelId),
    )
    .execute();
}

/** Serialises servers that read the environment's providers, until the transaction ends. */
export async function lockProviderStart(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${START_LOCK})`.execute(tx);
}

/** Returns digests of the environment's values last applied, by service. */
export async function fingerprintsByOrigin(db: Db): Promise<Map<string | null, string | null>> {
  const rows = await db
    .selectFrom('provider')
    .select(['origin', 'originFingerprint'])
    .where('origin', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.origin, row.originFingerprint]));
}

/** The id of the provider that a service of the environment made. */
export async function providerIdOfOrigin(tx: Db, origin: string): Promise<string | null> {
  const found = await tx.selectFrom('provider').select('id').where('origin', '=', origin).executeTakeFirst();
  return found?.id ?? null;
}

type OriginProvider = Pick<
  Insertable<ProviderTable>,
  'kind' | 'name' | 'apiHost' | 'apiKey' | 'originFingerprint'
>;

/** Appends a provider of the environment. */
export async function insertOriginProvider(
  tx: Db,
  values: OriginProvider & { id: string; origin: string; keepAliveTime: number },
): Promise<void> {
  await tx
    .insertInto('provider')
    // Rows of one transaction would share `now()`, and their order is the order of preference.
    .values({ ...values, createdAt: sql<Date>`clock_timestamp()` })
    .execute();
}

export async function updateProviderRow(tx: Db, id: string, values: OriginProvider): Promise<void> {
  await tx.updateTable('provider').set(values).where('id', '=', id).execute();
}
