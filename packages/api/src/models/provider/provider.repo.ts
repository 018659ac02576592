import type { Db } from '@tandem/db';
import type { ModelTable, ProviderTable } from '@tandem/db/tables/provider';
import type { Model } from '@tandem/shared/provider/schema';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ModelDraft } from '../../ai/providers/types.ts';

export type ProviderRow = Selectable<ProviderTable>;
export type ModelRow = Selectable<ModelTable>;

/** Servers that start together take turns ("prov" in ASCII). */
const START_LOCK = 0x70726f76;

/** Enabled providers that a team may use: its own and the installation's; the built-in one last. */
function offeredProviders(db: Db, teamId: string | null) {
  return db
    .selectFrom('provider')
    .where('provider.enabled', '=', true)
    .where((eb) => eb.or([eb('provider.teamId', 'is', null), eb('provider.teamId', '=', teamId)]))
    .orderBy((eb) => eb('provider.kind', '=', 'offline'))
    .orderBy('provider.createdAt')
    .orderBy('provider.id');
}

/** Enabled models that a team may use, in the order in which a default is looked for. */
function offeredModels(db: Db, teamId: string | null) {
  return (
    offeredProviders(db, teamId)
      .innerJoin('model', 'model.providerId', 'provider.id')
      .where('model.enabled', '=', true)
      .clearOrderBy()
      // What the team's administrators prefer comes first.
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

/** Models that a person of the team may choose. */
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

/** Every column of a provider; the type check fails here when the table grows. */
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
const aliases = (Object.keys(providerColumns) as (keyof ProviderRow)[]).map(
  (name) => `provider.${name} as provider.${name}` as const,
);

/** A model and the provider that offers it. */
export interface OfferedModel {
  model: ModelRow;
  provider: ProviderRow;
}

/** Parts a row that holds a model's columns and, under their table's name, those of its provider. */
function partRow(row: ModelRow & Record<string, unknown>): OfferedModel {
  const entries = Object.entries(row);
  const prefix = 'provider.';
  const ofProvider = entries.filter(([name]) => name.startsWith(prefix));
  return {
    model: Object.fromEntries(entries.filter(([name]) => !name.startsWith(prefix))) as unknown as ModelRow,
    provider: Object.fromEntries(
      ofProvider.map(([name, value]) => [name.slice(prefix.length), value]),
    ) as unknown as ProviderRow,
  };
}

/** The first chat model that the team may use, or null. */
export async function firstChatModel(db: Db, teamId: string | null): Promise<OfferedModel | null> {
  const row = await offeredModels(db, teamId)
    .selectAll('model')
    .select(aliases)
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
    .select(aliases)
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
    .select(aliases)
    .where('model.id', '=', modelId)
    .executeTakeFirst();
  return row ? partRow(row) : null;
}

/** Enabled providers of a team that could not be asked for their models yet. */
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

/** Adds a provider's models, best first; those it has already keep their row. @returns how many it had not */
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

/** Removes the models of a provider that it does not have any more. */
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

/** Lets one server at a time bring in the environment's providers, until the transaction ends. */
export async function lockProviderStart(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${START_LOCK})`.execute(tx);
}

/** The digests of the environment's values that were taken over last, by service. */
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

/** Adds a provider of the environment, behind those that are there. */
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
