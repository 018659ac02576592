import type { VectorProblem } from '@tandem/shared/dataset/retrieval';
import { classifyProviderError } from '../../../ai/errors/classify.ts';
import { AppError, toAppError } from '../../../core/errors.ts';
import type { Platform } from '../../../core/platform.ts';
import { connectionOf } from '../../../models/provider/models.ts';
import { modelNamed } from '../../../models/provider/provider.service.ts';
import { type LeasedIndex, type RetryAt, stopFilling } from './vector.repo.ts';

/** Seconds before the first further attempt, doubled with each, and at most. */
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 3_600;

/** A model's vectors are of another length than those it made before. */
export class VectorsDiffer extends Error {
  constructor() {
    super('vectors of another length');
    this.name = 'VectorsDiffer';
  }
}

/**
 * Notes for administrators why filling stopped. It goes on by itself after what passes, such as an overload or a spent
 * budget, and what nobody understands, each time later; other failures wait for someone to ask again. Throws what is
 * about the database, for the job to be retried.
 */
export async function noteStop(platform: Platform, index: LeasedIndex, error: unknown): Promise<void> {
  const { db } = platform.database;
  const failures = index.failures + 1;
  const told = (problem: VectorProblem, retry: RetryAt) =>
    stopFilling(db, index.id, { problem, failures, retry });
  if (error instanceof VectorsDiffer) return told({ key: 'vectorsDiffer' }, null);
  if (error instanceof AppError) {
    const { key, params } = error;
    if (key === 'budgetSpent') return told({ key, params }, { at: new Date(String(params.renewsAt)) });
    if (!['modelUnpriced', 'noModel', 'notConfigured'].includes(key)) throw error;
    return told({ key, params }, null);
  }
  const { key, detail, retryable, retryAfter } = classifyProviderError(
    error,
    await secretsOf(platform, index.modelId),
  );
  if (key === 'provider.unknown') {
    // Trouble of the database is the job's own.
    if (toAppError(error).key === 'unavailable') throw error;
    platform.log.error({ err: error, teamId: index.teamId }, 'vectors were not made');
  }
  const wait = retryAfter ?? Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (failures - 1));
  const said = key === 'provider.stalled' ? 'provider.timeout' : key;
  return told(
    { key: said, ...(detail !== undefined && { detail }) },
    retryable || key === 'provider.unknown' ? { afterSeconds: wait } : null,
  );
}

async function secretsOf(platform: Platform, modelId: string): Promise<string[]> {
  const { provider } = await modelNamed(platform.database.db, modelId);
  const key = provider ? connectionOf(platform, provider).apiKey : null;
  return key === null ? [] : [key];
}
