import type { Db } from '@tandem/db';
import type { ModelTable } from '@tandem/db/tables/provider';
import type { ModelFilter } from '@tandem/shared/provider/schema';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { ModelDraft } from '../../ai/providers/types.ts';
import type { ModelRow } from './provider.repo.ts';

/** Rows per insert: each has a dozen parameters, and a statement at most 65,535. */
const ROWS_AT_ONCE = 1_000;

/** The same as `isPriced`, of a row of "model". */
export const isPricedRow = sql<boolean>`(case "model"."kind"
  when 'image' then "model"."imagePrice" is not null
    or ("model"."inputPrice" is not null and "model"."outputPrice" is not null)
  when 'chat' then "model"."inputPrice" is not null and "model"."outputPrice" is not null
  else "model"."inputPrice" is not null end)`;

function filtered(db: Db, providerId: string, { query, kind, enabled, priced }: ModelFilter) {
  const text = `%${query.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('model')
    .where('providerId', '=', providerId)
    .$if(query !== '', (found) =>
      found.where((eb) => eb.or([eb('modelId', 'ilike', text), eb('name', 'ilike', text)])),
    )
    .$if(kind !== undefined, (found) => found.where('kind', '=', kind ?? 'chat'))
    .$if(enabled !== undefined, (found) => found.where('enabled', '=', enabled ?? true))
    .$if(priced !== undefined, (found) => found.where(isPricedRow, '=', priced ?? true));
}

/** A provider's models in their order, from behind a place on. */
export function listModelRows(
  db: Db,
  providerId: string,
  filter: ModelFilter,
  { after, limit }: { after?: readonly [sort: number, id: string] | undefined; limit: number },
): Promise<ModelRow[]> {
  return filtered(db, providerId, filter)
    .selectAll()
    .$if(after !== undefined, (found) =>
      found.where(sql<boolean>`("sort", "id") > (${after?.[0]}, ${after?.[1]}::uuid)`),
    )
    .orderBy('sort')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findModel(db: Db, modelRowId: string): Promise<ModelRow | null> {
  return (await db.selectFrom('model').selectAll().where('id', '=', modelRowId).executeTakeFirst()) ?? null;
}

/** The provider's names of its models that have no price. */
export async function unpricedModels(db: Db, providerId: string): Promise<string[]> {
  const rows = await filtered(db, providerId, { query: '', priced: false })
    .select('modelId')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map(({ modelId }) => modelId);
}

/** Ids, names and order of all models of a provider. */
export function modelKeys(
  db: Db,
  providerId: string,
): Promise<Pick<ModelRow, 'id' | 'modelId' | 'sort' | 'isListed'>[]> {
  return db
    .selectFrom('model')
    .select(['id', 'modelId', 'sort', 'isListed'])
    .where('providerId', '=', providerId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

/** Appends models, the first at `sort`; existing ones are unchanged. */
export async function addModelRows(
  tx: Db,
  providerId: string,
  drafts: readonly (ModelDraft & { isListed: boolean; isEdited?: boolean })[],
  sort: number,
): Promise<void> {
  for (let start = 0; start < drafts.length; start += ROWS_AT_ONCE) {
    const rows = drafts.slice(start, start + ROWS_AT_ONCE).map(
      (draft, index): Insertable<ModelTable> => ({
        ...draft,
        abilities: JSON.stringify(draft.abilities),
        providerId,
        sort: sort + start + index,
      }),
    );
    await tx
      .insertInto('model')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['providerId', 'modelId']).doNothing())
      .execute();
  }
}

/** Updates existing models from the provider's list; people's changes stay. */
export async function describeModelRows(
  tx: Db,
  providerId: string,
  drafts: readonly ModelDraft[],
): Promise<void> {
  const told = drafts.map((draft) => ({
    modelId: draft.modelId,
    name: draft.name,
    kind: draft.kind,
    abilities: draft.abilities,
    contextWindow: draft.contextWindow,
    inputPrice: draft.inputPrice ?? null,
    outputPrice: draft.outputPrice ?? null,
    imagePrice: draft.imagePrice ?? null,
  }));
  await sql`
    update "model" set
      "isListed" = true,
      "name" = case when "isEdited" then "model"."name" else "told"."name" end,
      "kind" = case when "isEdited" then "model"."kind" else "told"."kind" end,
      "abilities" = case when "isEdited" then "model"."abilities" else "told"."abilities" end,
      "contextWindow" = case when "isEdited" then "model"."contextWindow" else "told"."contextWindow" end,
      "inputPrice" = case when "isEdited" then "model"."inputPrice" else "told"."inputPrice" end,
      "outputPrice" = case when "isEdited" then "model"."outputPrice" else "told"."outputPrice" end,
      "imagePrice" = case when "isEdited" then "model"."imagePrice" else "told"."imagePrice" end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as "told" (
      "modelId" text, "name" text, "kind" text, "abilities" jsonb, "contextWindow" integer,
      "inputPrice" bigint, "outputPrice" bigint, "imagePrice" bigint
    )
    where "model"."providerId" = ${providerId} and "model"."modelId" = "told"."modelId"`.execute(tx);
}

/**
 * Marks models the provider no longer lists.
 * @returns the number of newly marked ones
 */
export async function markUnlisted(tx: Db, providerId: string, listed: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('model')
    .set({ isListed: false })
    .where('providerId', '=', providerId)
    .where('isListed', '=', true)
    .where((eb) => eb.not(eb('modelId', '=', sql<string>`any(${[...listed]}::text[])`)))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Switches models by the provider's names for them. */
export async function switchModelRows(
  tx: Db,
  providerId: string,
  modelIds: readonly string[],
  enabled: boolean,
): Promise<void> {
  if (modelIds.length === 0) return;
  await tx
    .updateTable('model')
    .set({ enabled })
    .where('providerId', '=', providerId)
    .where('modelId', '=', sql<string>`any(${[...modelIds]}::text[])`)
    .execute();
}

/** Switches all models that a filter finds. @returns how many changed */
export async function switchFiltered(
  tx: Db,
  providerId: string,
  filter: ModelFilter,
  enabled: boolean,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('model')
    .set({ enabled })
    .where('id', 'in', filtered(tx, providerId, filter).select('id'))
    .where('enabled', '<>', enabled)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function changeModel(
  tx: Db,
  modelRowId: string,
  values: Updateable<ModelTable>,
): Promise<ModelRow | null> {
  const changed = await tx
    .updateTable('model')
    .set(values)
    .where('id', '=', modelRowId)
    .returningAll()
    .executeTakeFirst();
  return changed ?? null;
}

export async function deleteModel(tx: Db, modelRowId: string): Promise<void> {
  await tx.deleteFrom('model').where('id', '=', modelRowId).execute();
}

/** Sorts models in the order of the ids. */
export async function sortModelRows(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update "model" set "sort" = "placed"."place" - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as "placed" ("id", "place")
    where "model"."id" = "placed"."id" and "model"."sort" <> "placed"."place" - 1`.execute(tx);
}
