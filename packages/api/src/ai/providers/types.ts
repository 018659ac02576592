import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelAbilities, ModelKind, ProviderKind } from '@tandem/shared/provider/schema';
import type { ModelPrices } from '../prices/prices.ts';
import type { ImageModel } from './images/types.ts';

/** What is needed to talk to a stored provider; `apiKey` already decrypted. */
export interface ProviderConnection {
  id: string;
  kind: ProviderKind;
  apiKey: string | null;
  /** As saved; see `normaliseApiHost`. Empty for the offline provider. */
  apiHost: string;
  /** Seconds a local service keeps the model loaded; 0 leaves it to the service. */
  keepAliveTime: number;
}

/** A model to be stored as a row. */
export interface ModelDraft extends Partial<ModelPrices> {
  /** The provider's own name for it. */
  modelId: string;
  name: string;
  kind: ModelKind;
  abilities: ModelAbilities;
  /** Tokens that fit in one request and its answer together. */
  contextWindow: number;
  enabled: boolean;
}

/** A provider to be stored as a row, with its models, best first. */
export interface ProviderDraft {
  kind: ProviderKind;
  name: string;
  apiHost: string;
  apiKey: string | null;
  keepAliveTime: number;
  /** Empty when the service could not be asked yet: call `Models.discover` when someone needs its models. */
  models: ModelDraft[];
}

export interface LanguageModelOptions {
  /** Tokens, from the model's row; a local service is told to make room for as many. */
  contextWindow?: number;
  /** From the model's row: what it cannot do is told in words instead of being sent. */
  abilities?: Partial<ModelAbilities>;
}

/** Makes models from stored providers. One per process. */
export interface Models {
  /**
   * A model whose stream fails in one way only: by an `error` part (see `classifyProviderError`), however the
   * provider failed. An abort ends it as AI SDK does.
   */
  languageModel(
    provider: ProviderConnection,
    modelId: string,
    options?: LanguageModelOptions,
  ): LanguageModelV4;
  /**
   * A model that draws; its pictures are whatever the provider sent.
   * @throws AppError `noModel` where a provider has none
   */
  imageModel(provider: ProviderConnection, modelId: string): ImageModel;
  /** Reads the provider's own list over the wire. @throws what `classifyProviderError` understands. */
  listModels(provider: ProviderConnection, options?: { signal?: AbortSignal }): Promise<ModelDraft[]>;
  /**
   * `listModels` for a provider that has no models yet: concurrent callers share one request, waits 5 s at
   * most, and a failure or an empty list is remembered for 30 s. Never throws: an empty list means "none now".
   */
  discover(provider: ProviderConnection): Promise<ModelDraft[]>;
}
