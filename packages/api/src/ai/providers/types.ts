import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelAbilities, ModelKind, ProviderKind } from '@tandem/shared/provider/schema';
import type { ModelPrices } from '../prices/prices.ts';
import type { EmbeddingModel, Reranker } from './embedding/types.ts';
import type { ImageModel } from './images/types.ts';

/** Connection data of a stored provider, with `apiKey` decrypted. */
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
  /** Empty when the service could not be asked yet: call `Models.discover` on demand. */
  models: ModelDraft[];
}

export interface LanguageModelOptions {
  /** Tokens, from the model's row; a local service allocates as many. */
  contextWindow?: number;
  /** From the model's row: unsupported content is sent as text. */
  abilities?: Partial<ModelAbilities>;
}

/** Creates models of stored providers. One per process. */
export interface Models {
  /**
   * Returns a model whose stream fails in one way only: by an `error` part (see `classifyProviderError`). An
   * abort ends it as in AI SDK.
   */
  languageModel(
    provider: ProviderConnection,
    modelId: string,
    options?: LanguageModelOptions,
  ): LanguageModelV4;
  /**
   * Returns an image model; its pictures are not validated.
   * @throws AppError `noModel` where a provider has none
   */
  imageModel(provider: ProviderConnection, modelId: string): ImageModel;
  /** @throws AppError `noModel` where a provider has none */
  embeddingModel(provider: ProviderConnection, modelId: string): EmbeddingModel;
  /** @throws AppError `noModel` where a provider has none */
  reranker(provider: ProviderConnection, modelId: string): Reranker;
  /**
   * Reads the provider's own list.
   * @throws errors that `classifyProviderError` understands.
   */
  listModels(provider: ProviderConnection, options?: { signal?: AbortSignal }): Promise<ModelDraft[]>;
  /**
   * `listModels` for a provider without models: concurrent callers share one request, wait for 5 s at most,
   * and a failure or empty list is remembered for 30 s. Never throws: an empty list means "none now".
   */
  discover(provider: ProviderConnection): Promise<ModelDraft[]>;
}
