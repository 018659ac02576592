import type { LanguageModelV4 } from '@ai-sdk/provider';
import { AppError } from '../../core/errors.ts';
import type { GuardedFetch } from '../../core/fetch/types.ts';
import { offlineModelDrafts } from '../offline/draft.ts';
import { createOfflineImageModel } from '../offline/draw/model.ts';
import { createOfflineModel } from '../offline/model.ts';
import { adapted } from './adapt.ts';
import { remoteEmbeddingModel } from './embedding/models.ts';
import { remoteReranker } from './embedding/reranker.ts';
import { chooseModels } from './environment.ts';
import { remoteImageModel } from './images/models.ts';
import { bareLanguageModel, type RemoteConnection } from './language-model.ts';
import { listModels } from './list-models.ts';
import { normaliseStream } from './normalise-stream.ts';
import type { LanguageModelOptions, ModelDraft, Models, ProviderConnection } from './types.ts';

/** Models kept at most. Making one builds the schemas of all that its provider may answer: 0.4 ms a turn. */
const MAX_KEPT = 100;
const DISCOVER_TIMEOUT_MS = 5_000;
/** Milliseconds before a provider that failed or listed no model is asked again. */
const DISCOVER_PAUSE_MS = 30_000;

export interface ModelsOptions {
  fetch: Pick<GuardedFetch, 'providerFetch' | 'fetchPage'>;
  /** Milliseconds between words of the built-in model; a test sets 0. */
  offlineDelayMs?: number;
  /** Milliseconds a provider may take to begin its answer; default 180,000. */
  responseMs?: number;
  /** Called with the reason why a provider could not be asked; for the log. */
  onDiscoverError?: (provider: ProviderConnection, error: unknown) => void;
}

/** Makes the process's `Models`. */
export function createModels(options: ModelsOptions): Models {
  const { fetch, offlineDelayMs, responseMs, onDiscoverError } = options;
  const toolless = new Set<string>();
  const kept = new Map<string, { made: LanguageModelV4; apiKey: string | null }>();
  const discoveries = new Map<string, Promise<ModelDraft[]>>();

  async function discoverNow(provider: ProviderConnection, key: string): Promise<ModelDraft[]> {
    let drafts: ModelDraft[] = [];
    try {
      const listed = await list(provider, AbortSignal.timeout(DISCOVER_TIMEOUT_MS));
      drafts = chooseModels(provider.kind, listed);
    } catch (error) {
      onDiscoverError?.(provider, error);
    }
    if (drafts.length > 0) discoveries.delete(key);
    else setTimeout(() => discoveries.delete(key), DISCOVER_PAUSE_MS).unref();
    return drafts;
  }

  async function list(provider: ProviderConnection, signal?: AbortSignal): Promise<ModelDraft[]> {
    return isRemote(provider) ? await listModels(fetch, provider, signal) : offlineModelDrafts();
  }

  /** A bare model of a provider as it is now: for what is asked again and again, the same. */
  function bareModel(provider: RemoteConnection, modelId: string, options: LanguageModelOptions) {
    const { id, kind, apiHost, keepAliveTime, apiKey } = provider;
    const key = JSON.stringify([id, kind, apiHost, keepAliveTime, modelId, options.contextWindow]);
    const known = kept.get(key);
    if (known?.apiKey === apiKey) return known.made;
    const made = bareLanguageModel(fetch, provider, modelId, options);
    kept.delete(key);
    kept.set(key, { made, apiKey });
    if (kept.size > MAX_KEPT) kept.delete([...kept.keys()][0] ?? '');
    return made;
  }

  return {
    languageModel(provider, modelId, options = {}) {
      if (!isRemote(provider)) return createOfflineModel({ delayMs: offlineDelayMs });
      const bare = bareModel(provider, modelId, options);
      // Includes the host, since tool support depends on it and a row may move to another.
      const key = `${provider.apiHost} ${modelId}`;
      const saysLimit = provider.kind === 'anthropic';
      return normaliseStream(adapted(bare, { ...options, saysLimit, toolless, key }), responseMs);
    },
    imageModel: (provider, modelId) =>
      isRemote(provider)
        ? remoteImageModel(fetch, provider, modelId)
        : createOfflineImageModel({ delayMs: offlineDelayMs }),
    embeddingModel(provider, modelId) {
      if (!isRemote(provider)) throw new AppError('noModel');
      return remoteEmbeddingModel(fetch, provider, modelId);
    },
    reranker(provider, modelId) {
      if (!isRemote(provider)) throw new AppError('noModel');
      return remoteReranker(fetch, provider, modelId);
    },
    listModels: (provider, options) => list(provider, options?.signal),
    discover(provider) {
      const key = `${provider.id} ${provider.apiHost}`;
      let discovery = discoveries.get(key);
      if (!discovery) {
        discovery = discoverNow(provider, key);
        discoveries.set(key, discovery);
      }
      return discovery;
    },
  };
}

function isRemote(provider: ProviderConnection): provider is RemoteConnection {
  return provider.kind !== 'offline';
}
