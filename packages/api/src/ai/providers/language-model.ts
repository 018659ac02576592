import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderKind } from '@tandem/shared/provider/schema';
import type { GuardedFetch } from '../../core/fetch/types.ts';
import { ProviderStreamError } from '../errors/types.ts';
import { withJoinedDeltas } from './join-deltas.ts';
import { ollamaModel } from './ollama/model.ts';
import type { LanguageModelOptions, ProviderConnection } from './types.ts';

/** Kinds that are reached over the network. */
export type RemoteKind = Exclude<ProviderKind, 'offline'>;
export type RemoteConnection = ProviderConnection & { kind: RemoteKind };

/**
 * Returns the plain AI SDK model of a provider. Every request goes through `providerFetch`, bound to the
 * provider's host. The key is always passed, because the libraries would otherwise read the environment, and
 * a team's provider would use the operator's key.
 */
export function bareLanguageModel(
  fetcher: Pick<GuardedFetch, 'providerFetch'>,
  provider: RemoteConnection,
  modelId: string,
  options: LanguageModelOptions,
): LanguageModelV4 {
  const baseURL = provider.apiHost;
  const fetch = withJoinedDeltas(withoutPages(fetcher.providerFetch(baseURL)));
  const apiKey = provider.apiKey ?? '';
  switch (provider.kind) {
    case 'openai':
      return createOpenAI({ baseURL, apiKey, fetch }).chat(modelId);
    case 'openai-compatible':
      return createOpenAICompatible({
        name: 'compatible',
        baseURL,
        fetch,
        includeUsage: true,
        ...(apiKey !== '' && { apiKey }),
      }).languageModel(modelId);
    case 'anthropic':
      return createAnthropic({ baseURL, apiKey, fetch }).languageModel(modelId);
    case 'google':
      return createGoogle({ baseURL, apiKey, fetch }).languageModel(modelId);
    case 'ollama':
      return ollamaModel(modelId, {
        baseUrl: baseURL,
        fetch,
        headers: bearer(provider.apiKey),
        keepAlive: provider.keepAliveTime,
        contextWindow: options.contextWindow,
      });
  }
}

/** A web page in place of an answer would otherwise look like an interrupted answer. */
export function withoutPages(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || !/\bhtml\b/i.test(response.headers.get('content-type') ?? '')) return response;
    await response.body?.cancel();
    throw new ProviderStreamError('html', 'The provider answered with a web page.');
  };
}

/** The header of services that take a key only if there is one. */
export function bearer(apiKey: string | null): Record<string, string> {
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}
