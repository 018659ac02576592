import { createModels } from '../../ai/providers/models.ts';
import { decryptSecret, SecretUnreadable } from '../../ai/providers/secrets.ts';
import type { ProviderConnection } from '../../ai/providers/types.ts';
import { AppError } from '../../core/errors.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import type { ProviderRow } from './provider.repo.ts';

/** The one maker of models of this process. */
export const modelsOf = perProcess(({ fetch, log }) =>
  createModels({
    fetch,
    onDiscoverError: ({ id, kind }, error) =>
      log.warn({ err: error, provider: id, kind }, 'provider could not be asked for its models'),
  }),
);

/**
 * Returns the connection data of a stored provider, with its key decrypted.
 * @throws AppError `notConfigured` when the key was encrypted for another host or by another server
 */
export function connectionOf(platform: Platform, provider: ProviderRow): ProviderConnection {
  const { id, kind, apiHost, keepAliveTime, apiKey, name } = provider;
  const connection = { id, kind, apiHost, keepAliveTime };
  if (apiKey === null) return { ...connection, apiKey: null };
  try {
    const owner = { providerId: id, apiHost };
    return { ...connection, apiKey: decryptSecret(platform.settings.secretKey, owner, apiKey) };
  } catch (error) {
    if (error instanceof SecretUnreadable) throw new AppError('notConfigured', { what: name }, error);
    throw error;
  }
}
