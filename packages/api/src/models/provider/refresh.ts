import { transaction } from '@tandem/db';
import { MAX_MODELS, type ProviderRefreshed } from '@tandem/shared/provider/schema';
import { chooseModels } from '../../ai/providers/environment.ts';
import type { ModelDraft } from '../../ai/providers/types.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { changeProvider, lockProvider } from './admin.repo.ts';
import { announceModels } from './discover.ts';
import { getProvider } from './list.ts';
import { addModelRows, describeModelRows, markUnlisted, modelKeys, unpricedModels } from './model.repo.ts';
import { connectionOf, modelsOf } from './models.ts';
import { countAsking, problemOf } from './problem.ts';
import type { ProviderRow } from './provider.repo.ts';
import type { LoadedProvider } from './provider.rules.ts';

/**
 * Refreshes a provider's models: adds new ones, marks those no longer listed, and keeps people's changes.
 * Reports models without a price. A failure changes nothing.
 * @throws AppError `conflict` when its host was changed meanwhile, `notConfigured` when its key does not open
 */
export async function refreshModels(
  ctx: UserContext,
  { provider, team }: LoadedProvider,
  signal: AbortSignal | undefined,
): Promise<ProviderRefreshed> {
  await countAsking(ctx, team.teamId);
  const connection = connectionOf(ctx.platform, provider);
  let drafts: ModelDraft[];
  try {
    const listed = await modelsOf(ctx.platform).listModels(connection, signal ? { signal } : {});
    drafts = chooseModels(provider.kind, listed);
  } catch (error) {
    return { problem: problemOf(error, connection) };
  }
  const { added, missing } = await merge(ctx, provider, drafts);
  if (added + missing > 0) announceModels(ctx.platform, provider.teamId);
  const presented = await getProvider(ctx, team.teamId, provider.id);
  return {
    problem: null,
    provider: presented,
    added,
    missing,
    total: drafts.length,
    unpriced: await unpricedModels(ctx.db, provider.id),
  };
}

function merge(ctx: UserContext, provider: ProviderRow, drafts: readonly ModelDraft[]) {
  return transaction(ctx.db, async (tx) => {
    const row = await lockProvider(tx, provider.id);
    if (!row) throw new AppError('notFound');
    if (row.apiHost !== provider.apiHost) throw new AppError('conflict');
    const known = await modelKeys(tx, row.id);
    const knownIds = new Set(known.map(({ modelId }) => modelId));
    // Models added after the first list are disabled, as they could incur costs nobody approved; self-hosted
    // ones are free.
    const isFirst = known.length === 0 || row.kind === 'ollama';
    const fresh = drafts
      .filter(({ modelId }) => !knownIds.has(modelId))
      .slice(0, Math.max(0, MAX_MODELS - known.length))
      .map((draft) => ({ ...draft, enabled: isFirst && draft.enabled, isListed: true }));
    await describeModelRows(tx, row.id, drafts);
    await addModelRows(tx, row.id, fresh, (known.at(-1)?.sort ?? -1) + 1);
    const missing = await markUnlisted(
      tx,
      row.id,
      drafts.map(({ modelId }) => modelId),
    );
    await changeProvider(tx, row.id, { listedAt: new Date() });
    return { added: fresh.length, missing };
  });
}
