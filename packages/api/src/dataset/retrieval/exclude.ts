import { transaction } from '@tandem/db';
import type { ExcludePassage } from '@tandem/shared/dataset/search';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { deleteExclusion, hasPassage, insertExclusion } from './retrieval.repo.ts';

/** Leaves a passage out of a dataset's searches, or lets it be found again. @throws AppError `notFound` */
export async function excludePassage(
  ctx: UserContext,
  { excluded, ...exclusion }: ExcludePassage,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    if (!excluded) return deleteExclusion(tx, exclusion);
    if (!(await hasPassage(tx, ctx.actor, exclusion.datasetId, exclusion))) throw new AppError('notFound');
    await insertExclusion(tx, exclusion);
  });
}
