import { transaction } from '@tandem/db';
import type { SourceOverview } from '@tandem/shared/dataset/overview';
import { isFree } from '@tandem/shared/provider/price';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { hasEarlierText } from '../../content/file/extraction/version.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import type { SourceRow } from '../../dataset/source/source.repo.ts';
import { assistantFor } from '../../models/assistant/assistant.service.ts';
import { assertBudgets, assertPriced } from '../../models/budget/budget.service.ts';
import { resolveModel } from '../../models/provider/provider.service.ts';
import { abilitiesOn } from '../../workspace/channel/channel.presenter.ts';
import { presentOverview } from './overview.presenter.ts';
import { claimOverview, findOverviews, type OverviewContent } from './overview.repo.ts';

export const OVERVIEW_JOB = 'overview.make';

/** Overviews that one person has made in an hour. */
const requests: Limit = { name: 'overview.make', max: 240, windowSeconds: 60 * 60 };

/** The content of a source whose text was read; null for any other. */
export function contentOf(source: SourceRow): OverviewContent | null {
  const { teamId, hash, format } = source;
  const isRead = source.status === 'ready' || (source.problem === null && hasEarlierText(source));
  return isRead && hash !== null && format !== null ? { teamId, hash, format } : null;
}

/**
 * The overview of a source in the reader's language. Readers who may not have one made see that of another language,
 * where there is one.
 */
export async function readOverview(
  { db, language, actor }: UserContext,
  dataset: LoadedChannel,
  source: SourceRow,
): Promise<SourceOverview> {
  const content = contentOf(source);
  const rows = content ? await findOverviews(db, content) : [];
  const own = rows.find((row) => row.language === language);
  const mayAsk = abilitiesOn(dataset.held, dataset).ask;
  const other = mayAsk ? null : rows.find(({ status }) => status === 'ready');
  return presentOverview((own?.status === 'ready' ? own : other) ?? own ?? null, actor.userId);
}

/**
 * Has an overview of a source made in the reader's language, unless there is one or somebody else has asked for it. It
 * is made in the background, at the expense of the person who asked first.
 * @throws AppError `conflict` for a source that has not been read, `budgetSpent`, `modelUnpriced`, `noModel`, `notConfigured`, `tooManyRequests`
 */
export async function requestOverview(
  ctx: UserContext,
  dataset: LoadedChannel,
  source: SourceRow,
): Promise<SourceOverview> {
  const content = contentOf(source);
  const before = await readOverview(ctx, dataset, source);
  if (!content) throw new AppError('conflict');
  if (before.status === 'ready') return before;
  await limitByActor(ctx, requests);
  await refuseSpent(ctx, dataset);
  const { userId } = ctx.actor;
  await transaction(ctx.db, async (tx) => {
    const attempt = await claimOverview(tx, { ...content, language: ctx.language });
    if (!attempt) return;
    const payload = { ...attempt, sourceId: source.id, userId };
    await ctx.platform.jobs.enqueue(tx, OVERVIEW_JOB, payload, { owner: userId });
  });
  return readOverview(ctx, dataset, source);
}

async function refuseSpent(ctx: UserContext, dataset: LoadedChannel): Promise<void> {
  const { teamId, appId } = dataset;
  const { modelId } = await assistantFor(ctx, dataset);
  const { model } = await resolveModel(ctx, { modelId, teamId });
  if (isFree(model)) return;
  const spender = { teamId, appId, userId: ctx.actor.userId };
  await assertPriced(ctx.db, spender, model);
  await assertBudgets(ctx.db, spender);
}
