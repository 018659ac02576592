import { transaction } from '@tandem/db';
import type { ModelTable } from '@tandem/db/tables/provider';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import {
  type AddModel,
  MAX_MODELS,
  type ModelFilter,
  type PageModels,
  type ProviderModel,
  type SwitchModels,
  type UpdateModel,
} from '@tandem/shared/provider/schema';
import type { Updateable } from 'kysely';
import * as z from 'zod';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { readCursor, writeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { lockProvider } from './admin.repo.ts';
import { draftOf } from './connect.ts';
import {
  addModelRows,
  changeModel,
  deleteModel,
  listModelRows,
  modelKeys,
  sortModelRows,
  switchFiltered,
} from './model.repo.ts';
import { presentModel } from './provider.presenter.ts';
import type { ModelRow } from './provider.repo.ts';
import type { LoadedProvider } from './provider.rules.ts';

type LoadedModel = LoadedProvider & { model: ModelRow };

const placeSchema = z.tuple([z.int().min(-2_147_483_648).max(2_147_483_647), z.uuid()]);

/** Returns one page of a provider's models, in order. */
export async function pageModels(
  { db }: UserContext,
  { provider }: LoadedProvider,
  { limit, cursor, ...filter }: PageModels,
): Promise<KeysetPage<ProviderModel>> {
  const after = cursor === undefined ? undefined : readCursor(cursor, placeSchema);
  const rows = await listModelRows(db, provider.id, filter, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { list: page.map(presentModel), nextCursor: last ? writeCursor([last.sort, last.id]) : null };
}

/** Returns all of a provider's models, in order. */
export async function allModels(
  { db }: UserContext,
  { provider }: LoadedProvider,
  filter: ModelFilter,
): Promise<ProviderModel[]> {
  return (await listModelRows(db, provider.id, filter, { limit: MAX_MODELS })).map(presentModel);
}

/**
 * Adds a model that the provider's list does not name, behind the others.
 * @throws AppError `modelExists`, `tooManyModels`, `providerBuiltIn`
 */
export async function addModel(
  ctx: UserContext,
  { provider }: LoadedProvider,
  { providerId, modelId, ...said }: AddModel,
): Promise<ProviderModel> {
  refuseBuiltIn(provider);
  return transaction(ctx.db, async (tx) => {
    if (!(await lockProvider(tx, providerId))) throw new AppError('notFound');
    const known = await modelKeys(tx, providerId);
    if (known.length >= MAX_MODELS) throw new AppError('tooManyModels', { most: MAX_MODELS });
    if (known.some((model) => model.modelId === modelId)) throw new AppError('modelExists', { modelId });
    const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
    const draft = { ...draftOf(provider.kind, modelId, said.kind), ...given };
    const isEdited = Object.keys(given).length > 0;
    const sort = (known.at(-1)?.sort ?? -1) + 1;
    await addModelRows(tx, providerId, [{ ...draft, isListed: false, isEdited }], sort);
    const [row] = await listModelRows(tx, providerId, { query: '' }, { after: lastOf(known), limit: 1 });
    if (!row) throw new AppError('conflict');
    await recordAudit(tx, ctx, {
      teamId: provider.teamId,
      action: 'model.create',
      target: { kind: 'model', id: row.id, name: modelId },
      detail: { provider: provider.name },
    });
    return presentModel(row);
  });
}

function lastOf(known: readonly Pick<ModelRow, 'sort' | 'id'>[]): [number, string] | undefined {
  const last = known.at(-1);
  return last && [last.sort, last.id];
}

/**
 * Changes a model. People's changes survive the next refresh of the list.
 * @throws AppError `providerBuiltIn` for anything but switching the built-in one
 */
export async function updateModel(
  ctx: UserContext,
  { provider, model }: LoadedModel,
  { modelRowId, enabled, ...said }: UpdateModel,
): Promise<ProviderModel> {
  const given = Object.entries(said).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(model[name as keyof ModelRow]),
  );
  if (given.length > 0) refuseBuiltIn(provider);
  const { abilities, ...rest } = Object.fromEntries(given) as Omit<UpdateModel, 'modelRowId'>;
  const values: Updateable<ModelTable> = {
    ...rest,
    ...(abilities && { abilities: JSON.stringify(abilities) }),
    ...(given.length > 0 && { isEdited: true }),
    ...(enabled !== undefined && enabled !== model.enabled && { enabled }),
  };
  if (Object.keys(values).length === 0) return presentModel(model);
  return transaction(ctx.db, async (tx) => {
    const row = await changeModel(tx, modelRowId, values);
    if (!row) throw new AppError('notFound');
    await recordAudit(tx, ctx, {
      teamId: provider.teamId,
      action: 'model.update',
      target: { kind: 'model', id: row.id, name: row.modelId },
      detail: {
        provider: provider.name,
        ...Object.fromEntries(given),
        ...(values.enabled !== undefined && { enabled }),
      },
    });
    return presentModel(row);
  });
}

/** Switches all of a provider's models that a filter finds. @returns how many changed */
export async function switchModels(
  ctx: UserContext,
  { provider }: LoadedProvider,
  { query, kind, priced, to }: SwitchModels,
): Promise<{ changed: number }> {
  return transaction(ctx.db, async (tx) => {
    const changed = await switchFiltered(tx, provider.id, { query, kind, priced }, to);
    if (changed > 0)
      await recordAudit(tx, ctx, {
        teamId: provider.teamId,
        action: 'provider.update',
        target: { kind: 'provider', id: provider.id, name: provider.name },
        detail: { modelsSwitched: changed, to },
      });
    return { changed };
  });
}

/** Removes a model that its provider does not list. @throws AppError `modelListed`, `providerBuiltIn` */
export async function removeModel(ctx: UserContext, { provider, model }: LoadedModel): Promise<void> {
  refuseBuiltIn(provider);
  await transaction(ctx.db, async (tx) => {
    await lockProvider(tx, provider.id);
    const row = (await modelKeys(tx, provider.id)).find(({ id }) => id === model.id);
    if (!row) throw new AppError('notFound');
    if (row.isListed) throw new AppError('modelListed', { modelId: row.modelId });
    await deleteModel(tx, row.id);
    await recordAudit(tx, ctx, {
      teamId: provider.teamId,
      action: 'model.remove',
      target: { kind: 'model', id: row.id, name: row.modelId },
      detail: { provider: provider.name },
    });
  });
}

/**
 * Moves a model after another of its provider's, or to the top: the first enabled chat model is the default.
 * @throws AppError `notFound` when the other is not this provider's
 */
export async function sortModel(
  ctx: UserContext,
  { provider, model }: LoadedModel,
  afterId: string | null,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await lockProvider(tx, provider.id);
    const ids = (await modelKeys(tx, provider.id)).map(({ id }) => id);
    if (!ids.includes(model.id) || (afterId !== null && !ids.includes(afterId)))
      throw new AppError('notFound');
    if (afterId === model.id) return;
    const others = ids.filter((id) => id !== model.id);
    others.splice(afterId === null ? 0 : others.indexOf(afterId) + 1, 0, model.id);
    await sortModelRows(tx, others);
    await recordAudit(tx, ctx, {
      teamId: provider.teamId,
      action: 'model.update',
      target: { kind: 'model', id: model.id, name: model.modelId },
      detail: { provider: provider.name, place: others.indexOf(model.id) + 1 },
    });
  });
}

function refuseBuiltIn({ kind }: { kind: string }): void {
  if (kind === 'offline') throw new AppError('providerBuiltIn');
}
