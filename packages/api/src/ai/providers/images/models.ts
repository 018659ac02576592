import { AppError } from '../../../core/errors.ts';
import type { GuardedFetch } from '../../../core/fetch/types.ts';
import { bearer, type RemoteConnection, withoutPages } from '../language-model.ts';
import { googleImageModel } from './google.ts';
import { openAiImageModel } from './openai.ts';
import type { ImageModel } from './types.ts';

/**
 * Returns an image model of a remote provider.
 * @throws AppError `noModel` for services that have none
 */
export function remoteImageModel(
  fetcher: Pick<GuardedFetch, 'providerFetch' | 'fetchPage'>,
  provider: RemoteConnection,
  modelId: string,
): ImageModel {
  const { apiHost, apiKey, kind } = provider;
  const fetch = withoutPages(fetcher.providerFetch(apiHost));
  switch (kind) {
    case 'openai':
    case 'openai-compatible':
      return openAiImageModel(modelId, { fetcher, fetch, apiHost, headers: bearer(apiKey) });
    case 'google':
      return googleImageModel(modelId, { fetch, apiHost, apiKey: apiKey ?? '' });
    case 'anthropic':
    case 'ollama':
      throw new AppError('noModel');
  }
}
