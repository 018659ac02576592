import type { ModelKind, ProviderKind } from '@tandem/shared/provider/schema';
import { describeModel } from '../../ai/providers/families.ts';
import { normaliseApiHost } from '../../ai/providers/hosts.ts';
import { encryptSecret } from '../../ai/providers/secrets.ts';
import type { ModelDraft } from '../../ai/providers/types.ts';
import { AppError } from '../../core/errors.ts';
import { FetchRefused } from '../../core/fetch/types.ts';
import type { Platform } from '../../core/platform.ts';

/**
 * Normalises an entered base address.
 * @throws AppError `badProviderHost`
 */
export function usableHost(kind: ProviderKind, text: string): string {
  try {
    return normaliseApiHost(kind, text);
  } catch (error) {
    if (error instanceof FetchRefused) throw new AppError('badProviderHost', {}, error);
    throw error;
  }
}

/** Whether a key saved for one address may be used at another. */
export function sharesKey(apiHost: string, other: string): boolean {
  return apiHost === other || URL.parse(apiHost)?.origin === URL.parse(other)?.origin;
}

/** Encrypts a key for this provider at this host; null for none. */
export function sealKey(
  { settings }: Platform,
  owner: { providerId: string; apiHost: string },
  key: string | null,
): Buffer | null {
  return key === null || key === '' ? null : encryptSecret(settings.secretKey, owner, key);
}

/** Describes a model added by name; an unknown one is assumed to chat. */
export function draftOf(provider: ProviderKind, modelId: string, kind?: ModelKind): ModelDraft {
  const draft =
    describeModel(provider, { modelId, kind }) ?? describeModel(provider, { modelId, kind: 'chat' });
  if (!draft) throw new Error(`no description of ${modelId}`);
  return draft;
}
