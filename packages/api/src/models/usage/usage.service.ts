import type { Db } from '@tandem/db';
import type { ModelTable, ProviderTable } from '@tandem/db/tables/provider';
import type { UsageKind, UsageStatus } from '@tandem/shared/usage/schema';
import type { Selectable } from 'kysely';
import { costOf } from '../../ai/prices/pricing.ts';
import { chargeBudgets, relyOnBudgets } from '../budget/budget.service.ts';
import { insertUsage } from './usage.repo.ts';

/** Usage of one model request, or of all requests of a turn. */
export interface Spent {
  teamId: string;
  /** The spender. */
  userId: number;
  appId: string | null;
  channelId: string | null;
  turnId: string | null;
  assistantId: string | null;
  /** Null when deleted, with its price and name. */
  model: Pick<Selectable<ModelTable>, 'id' | 'name' | 'inputPrice' | 'outputPrice' | 'imagePrice'> | null;
  provider: Pick<Selectable<ProviderTable>, 'name'> | null;
  kind: UsageKind;
  status: UsageStatus;
  inputTokens: number;
  outputTokens: number;
  images: number;
  /** Whether tokens were estimated, because the provider did not report them. */
  isEstimated?: boolean;
  /** Milliseconds. */
  firstTokenMs: number | null;
  durationMs: number | null;
}

/**
 * Stores usage, adds it to the day's sums, and charges the budgets of its team, app and person, whether or
 * not anything was reserved, so that budgets and usage always agree.
 * @returns the cost in micro-credits
 */
export async function recordUsage(tx: Db, spent: Spent): Promise<{ cost: number; isPriced: boolean }> {
  const { model, provider, isEstimated = false, ...values } = spent;
  const price = model ? costOf(model, spent) : { cost: 0, isPriced: false };
  const { teamId, appId, userId } = spent;
  if (price.cost > 0) await relyOnBudgets(tx, teamId);
  await insertUsage(tx, {
    ...values,
    ...price,
    isEstimated,
    modelId: model?.id ?? null,
    model: model?.name ?? '',
    provider: provider?.name ?? '',
  });
  await chargeBudgets(tx, { teamId, appId, userId, cost: price.cost });
  return price;
}
