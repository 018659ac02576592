import type { ProviderProblem } from '@tandem/shared/provider/schema';
import { classifyProviderError } from '../../ai/errors/classify.ts';
import type { ProviderConnection } from '../../ai/providers/types.ts';
import type { Context } from '../../core/context.ts';
import type { Limit } from '../../core/limits/limiter.ts';

/** Reading lists and trying models, by one team. */
const asking: Limit = { name: 'provider.ask', max: 60, windowSeconds: 600 };

/** Counts one request to a provider that an administrator caused. @throws AppError `tooManyRequests` */
export function countAsking({ platform }: Context, teamId: string): Promise<void> {
  return platform.limiter.count(asking, teamId);
}

/** Describes a provider's failure for administrators, with its own words but without the key. */
export function problemOf(error: unknown, { apiKey }: ProviderConnection): ProviderProblem {
  const { key, detail } = classifyProviderError(error, apiKey === null ? [] : [apiKey]);
  // There was no answer yet that could have stalled.
  const named = key === 'provider.stalled' ? 'provider.timeout' : key;
  return { key: named, ...(detail !== undefined && { detail }) };
}
