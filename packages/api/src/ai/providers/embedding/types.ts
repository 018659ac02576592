/** A provider that tells more tokens than these for one request is mistaken: they are estimated instead. */
export const MAX_TOLD_TOKENS = 10_000_000;

/** The purpose of an embedding: many models embed questions in another way than what answers them. */
export type EmbeddingPurpose = 'query' | 'passage';

export interface EmbedRequest {
  /** At least one, none empty. */
  texts: readonly string[];
  purpose: EmbeddingPurpose;
  signal: AbortSignal;
}

export interface Embedded {
  /** One for each text, in order, all of the same length. */
  vectors: Float32Array[];
  /** Tokens read; null when the provider does not tell. */
  tokens: number | null;
}

/** A model that turns texts into vectors. */
export interface EmbeddingModel {
  /** @throws errors that `classifyProviderError` understands */
  embed(request: EmbedRequest): Promise<Embedded>;
}

export interface RerankRequest {
  query: string;
  texts: readonly string[];
  signal: AbortSignal;
}

export interface Reranked {
  /** How well a text answers the query, by its index; texts that the provider left out are missing. */
  scores: Map<number, number>;
  /** Tokens read; null when the provider does not tell. */
  tokens: number | null;
}

/** A model that judges how well texts answer a query. */
export interface Reranker {
  /** @throws errors that `classifyProviderError` understands */
  rerank(request: RerankRequest): Promise<Reranked>;
}
