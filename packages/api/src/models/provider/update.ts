import { type Db, transaction } from '@tandem/db';
import type { ProviderTable } from '@tandem/db/tables/provider';
import {
  MAX_MODELS,
  type ModelSwitch,
  type ProviderChanged,
  type UpdateProvider,
} from '@tandem/shared/provider/schema';
import type { Updateable } from 'kysely';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { changeProvider, lockProvider } from './admin.repo.ts';
import { draftOf, sealKey, sharesKey, usableHost } from './connect.ts';
import { getProvider, withModels } from './list.ts';
import { addModelRows, modelKeys, switchModelRows } from './model.repo.ts';
import { isFromEnvironment } from './provider.presenter.ts';
import type { ProviderRow } from './provider.repo.ts';
import type { LoadedProvider } from './provider.rules.ts';

/**
 * Changes a provider; unchanged values have no effect, so that a read can be put back. A key belongs to its
 * host: at another host the provider has none until one is given.
 * @throws AppError `badProviderHost`, `providerFromEnvironment`, `providerBuiltIn`, `tooManyModels`
 */
export async function updateProvider(
  ctx: UserContext,
  { provider, team }: LoadedProvider,
  input: UpdateProvider,
): Promise<ProviderChanged> {
  const keyDropped = await transaction(ctx.db, async (tx) => {
    const row = await lockProvider(tx, provider.id);
    if (!row) throw new AppError('notFound');
    const { values, told, dropped } = changesOf(ctx, row, input);
    if (Object.keys(values).length > 0) await changeProvider(tx, row.id, values);
    const switched = input.modelList ? await switchModels(tx, row, input.modelList) : 0;
    if (Object.keys(told).length > 0 || switched > 0)
      await recordAudit(tx, ctx, {
        teamId: row.teamId,
        action: 'provider.update',
        target: { kind: 'provider', id: row.id, name: values.name ?? row.name },
        detail: { ...told, ...(switched > 0 && { modelsSwitched: switched }) },
      });
    return dropped;
  });
  const presented = await withModels(ctx.db, await getProvider(ctx, team.teamId, provider.id));
  return { ...presented, keyDropped };
}

interface Changes {
  values: Updateable<ProviderTable> & { name?: string };
  /** For the audit log. */
  told: Record<string, unknown>;
  /** Whether the stored key is dropped with the former host. */
  dropped: boolean;
}

function changesOf(ctx: UserContext, row: ProviderRow, input: UpdateProvider): Changes {
  const { enabled, keepAliveTime, name } = input;
  const key = givenKey(input.apiKey);
  const apiHost = input.apiHost === undefined ? row.apiHost : usableHost(row.kind, input.apiHost);
  const moved = apiHost !== row.apiHost;
  const renamed = name !== undefined && name !== row.name;
  const rekeyed = key !== undefined && !(key === null && row.apiKey === null);
  const kept = keepAliveTime !== undefined && keepAliveTime !== row.keepAliveTime;
  if (row.kind === 'offline' && (moved || renamed || rekeyed || kept)) throw new AppError('providerBuiltIn');
  if ((moved || renamed || rekeyed) && isFromEnvironment(ctx.platform.settings, row))
    throw new AppError('providerFromEnvironment', { name: row.name });

  const dropped = moved && !rekeyed && row.apiKey !== null && !sharesKey(apiHost, row.apiHost);
  const values: Changes['values'] = {};
  if (renamed) values.name = name;
  if (kept) values.keepAliveTime = keepAliveTime;
  if (enabled !== undefined && enabled !== row.enabled) values.enabled = enabled;
  if (moved) Object.assign(values, { apiHost, listedAt: null });
  if (rekeyed) values.apiKey = sealKey(ctx.platform, { providerId: row.id, apiHost }, key);
  else if (dropped) values.apiKey = null;
  const { apiKey: _key, listedAt: _listed, ...told } = values;
  // A provider reconfigured by a person is no longer the environment's, even if that configures the service
  // again.
  if ((moved || rekeyed || renamed) && row.origin !== null)
    Object.assign(values, { origin: null, originFingerprint: null });
  return { values, told: { ...told, ...((rekeyed || dropped) && { keyChanged: true }) }, dropped };
}

/** Returns the key to store: undefined keeps the current one, null removes it. */
function givenKey(given: UpdateProvider['apiKey']): string | null | undefined {
  const key = typeof given === 'object' && given !== null ? given.key : given;
  return key === '' ? undefined : key;
}

/** @returns how many were named */
async function switchModels(tx: Db, row: ProviderRow, switches: readonly ModelSwitch[]): Promise<number> {
  const wanted = new Map(switches.map(({ modelId, enabled }) => [modelId, enabled]));
  const known = await modelKeys(tx, row.id);
  const knownIds = new Set(known.map(({ modelId }) => modelId));
  const unknown = [...wanted.keys()].filter((modelId) => !knownIds.has(modelId));
  if (unknown.length > 0 && row.kind === 'offline') throw new AppError('providerBuiltIn');
  if (known.length + unknown.length > MAX_MODELS) throw new AppError('tooManyModels', { most: MAX_MODELS });
  await addModelRows(
    tx,
    row.id,
    unknown.map((modelId) => ({ ...draftOf(row.kind, modelId), isListed: false })),
    (known.at(-1)?.sort ?? -1) + 1,
  );
  for (const to of [true, false]) {
    const ids = [...wanted].filter(([, enabled]) => enabled === to).map(([modelId]) => modelId);
    await switchModelRows(tx, row.id, ids, to);
  }
  return wanted.size;
}
