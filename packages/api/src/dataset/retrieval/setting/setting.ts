import { type Db, transaction } from '@tandem/db';
import type { ConfigureRetrieval, RetrievalSettings } from '@tandem/shared/dataset/retrieval';
import type { ModelKind } from '@tandem/shared/provider/schema';
import { recordAudit } from '../../../access/audit/audit.service.ts';
import type { UserContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { modelNamed, offersModel } from '../../../models/provider/provider.service.ts';
import { requestFill } from '../vector/request.ts';
import { clearProblem, countFilled, findIndexes, insertIndex } from '../vector/vector.repo.ts';
import { findSetting, storeSetting } from './setting.repo.ts';

/** The models by which a team's datasets are searched, and how far its passages have vectors. */
export async function retrievalSettings(db: Db, teamId: string): Promise<RetrievalSettings> {
  const [setting, indexes] = await Promise.all([findSetting(db, teamId), findIndexes(db, teamId)]);
  const { embeddingModelId = null, rerankModelId = null } = setting ?? {};
  const chosen = indexes.find(({ modelId }) => modelId === embeddingModelId);
  if (!chosen) return { embedding: null, formerModelId: null, rerankModelId };
  const { modelId, isReady, problem, retryAt } = chosen;
  const counts = await countFilled(db, chosen);
  const former = isReady ? undefined : indexes.find((index) => index.isReady);
  return {
    embedding: { modelId, isReady, problem, retryAt, ...counts },
    formerModelId: former?.modelId ?? null,
    rerankModelId,
  };
}

/**
 * Chooses the models by which a team's datasets are searched. Vectors of another model are filled in beside those that
 * searches use.
 * @throws AppError `notFound` for a model that the team may not use, or of another kind
 */
export async function configureRetrieval(
  ctx: UserContext,
  teamId: string,
  { embeddingModelId, rerankModelId }: ConfigureRetrieval,
): Promise<RetrievalSettings> {
  const before = await findSetting(ctx.db, teamId);
  // An earlier choice may stay, though it was disabled since.
  if (embeddingModelId !== before?.embeddingModelId)
    await assertOffered(ctx.db, teamId, embeddingModelId, 'embedding');
  if (rerankModelId !== before?.rerankModelId) await assertOffered(ctx.db, teamId, rerankModelId, 'rerank');
  await transaction(ctx.db, async (tx) => {
    const chooserId = ctx.actor.userId;
    await storeSetting(tx, { teamId, embeddingModelId, rerankModelId, chooserId });
    const indexes = await findIndexes(tx, teamId);
    if (embeddingModelId !== null && indexes.every(({ modelId }) => modelId !== embeddingModelId))
      await insertIndex(tx, teamId, embeddingModelId);
    await requestFill(tx, ctx.platform, teamId);
    await recordAudit(tx, ctx, {
      teamId,
      action: 'retrieval.configure',
      target: { kind: 'team', id: teamId },
      detail: {
        embeddingModel: await nameOf(tx, embeddingModelId),
        rerankModel: await nameOf(tx, rerankModelId),
      },
    });
  });
  return retrievalSettings(ctx.db, teamId);
}

/** Goes on making vectors that had stopped; anew, where those of the model are no longer as long as before. */
export async function resumeVectors(ctx: UserContext, teamId: string): Promise<RetrievalSettings> {
  await transaction(ctx.db, async (tx) => {
    const setting = await findSetting(tx, teamId);
    const indexes = await findIndexes(tx, teamId);
    const chosen = indexes.find(({ modelId }) => modelId === setting?.embeddingModelId);
    if (!chosen) return;
    if (chosen.problem?.key === 'vectorsDiffer') await insertIndex(tx, teamId, chosen.modelId);
    else await clearProblem(tx, chosen.id);
    await requestFill(tx, ctx.platform, teamId);
  });
  return retrievalSettings(ctx.db, teamId);
}

async function assertOffered(db: Db, teamId: string, modelId: string | null, kind: ModelKind): Promise<void> {
  if (modelId !== null && !(await offersModel(db, teamId, modelId, [kind]))) throw new AppError('notFound');
}

async function nameOf(db: Db, modelId: string | null): Promise<string | null> {
  return (await modelNamed(db, modelId)).model?.name ?? null;
}
