import type { GuardedFetch } from '../../core/fetch/types.ts';
import { offlineModelDrafts } from '../offline/draft.ts';
import { createOfflineImageModel } from '../offline/draw/model.ts';
import { createOfflineModel } from '../offline/model.ts';
import { adapted } from './adapt.ts';
import { chooseModels } from './environment.ts';
import { remoteImageModel } from './images/models.ts';
import { bareLanguageModel, type RemoteConnection } from './language-model.ts';
import { listModels } from './list-models.ts';
import { steady } from './normalise-stream.ts';
import type { ModelDraft, Models, ProviderConnection } from './types.ts';

const DISCOVER_TIMEOUT_MS = 5_000;
/** How long a provider that did not answer, or had no model to name, is left alone, in milliseconds. */
const DISCOVER_PAUSE_MS = 30_000;

export interface ModelsOptions {
  fetch: Pick<GuardedFetch, 'providerFetch' | 'fetchPage'>;
  /** Milliseconds between words of the built-in model; a test sets 0. */
  offlineDelayMs?: number;
  /** Milliseconds a provider may take to begin to answer; default 180,000. */
  responseMs?: number;
  /** Told why a provider could not be asked; for the log. */
  onDiscoverError?: (provider: ProviderConnection, error: unknown) => void;
}

/** Makes the process's `Models`. */
export function createModels(options: ModelsOptions): Models {
  const { fetch, offlineDelayMs, responseMs, onDiscoverError } = options;
  const toolless = new Set<string>();
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

  return {
    languageModel(provider, modelId, options = {}) {
      if (!isRemote(provider)) return createOfflineModel({ delayMs: offlineDelayMs });
      const bare = bareLanguageModel(fetch, provider, modelId, options);
      // Whether a model takes tools depends on the host too, and a row may move to another.
      const key = `${provider.apiHost} ${modelId}`;
      const saysLimit = provider.kind === 'anthropic';
      return steady(adapted(bare, { ...options, saysLimit, toolless, key }), responseMs);
    },
    imageModel: (provider, modelId) =>
      isRemote(provider)
        ? remoteImageModel(fetch, provider, modelId)
        : createOfflineImageModel({ delayMs: offlineDelayMs }),
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
