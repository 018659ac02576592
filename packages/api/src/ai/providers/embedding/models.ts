import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { embedMany } from 'ai';
import { AppError } from '../../../core/errors.ts';
import type { GuardedFetch } from '../../../core/fetch/types.ts';
import { ProviderStreamError } from '../../errors/types.ts';
import { boundedFetch } from '../bounded.ts';
import { bearer, type RemoteConnection, withoutPages } from '../language-model.ts';
import { ollamaEmbeddingModel } from './ollama.ts';
import { withPrefix } from './prefixes.ts';
import { type Embedded, type EmbeddingModel, type EmbeddingPurpose, MAX_TOLD_TOKENS } from './types.ts';

/** One vector of 8,192 numbers, as JSON: an answer is parsed on the thread that serves everyone. */
const MAX_VECTOR_BYTES = 256 * 1024;
/** Numbers of a vector at most; no model has more. */
const MAX_DIMENSIONS = 8_192;

/**
 * Returns an embedding model of a remote provider.
 * @throws AppError `noModel` for services that have none
 */
export function remoteEmbeddingModel(
  fetcher: Pick<GuardedFetch, 'providerFetch'>,
  provider: RemoteConnection,
  modelId: string,
): EmbeddingModel {
  if (provider.kind === 'anthropic') throw new AppError('noModel');
  return {
    async embed({ texts, purpose, signal }): Promise<Embedded> {
      const model = bareEmbeddingModel(fetcher, provider, modelId, texts.length * MAX_VECTOR_BYTES);
      const { embeddings, usage } = await embedMany({
        model,
        values: texts.map((text) => withPrefix(modelId, purpose, text)),
        maxRetries: 0,
        maxParallelCalls: 1,
        abortSignal: signal,
        providerOptions: { google: { taskType: googleTasks[purpose] } },
      });
      const { tokens } = usage;
      return {
        vectors: usable(embeddings, texts.length),
        tokens: Number.isSafeInteger(tokens) && tokens > 0 && tokens <= MAX_TOLD_TOKENS ? tokens : null,
      };
    },
  };
}

const googleTasks: Record<EmbeddingPurpose, string> = {
  query: 'RETRIEVAL_QUERY',
  passage: 'RETRIEVAL_DOCUMENT',
};

/** The plain AI SDK model; see `bareLanguageModel` for the key. */
function bareEmbeddingModel(
  fetcher: Pick<GuardedFetch, 'providerFetch'>,
  { apiHost: baseURL, apiKey, kind, keepAliveTime }: RemoteConnection,
  modelId: string,
  maxBytes: number,
): EmbeddingModelV4 {
  const fetch = boundedFetch(withoutPages(fetcher.providerFetch(baseURL)), maxBytes);
  switch (kind) {
    case 'openai':
      return createOpenAI({ baseURL, apiKey: apiKey ?? '', fetch }).embedding(modelId);
    case 'openai-compatible':
      return createOpenAICompatible({
        name: 'compatible',
        baseURL,
        fetch,
        ...(apiKey && { apiKey }),
      }).embeddingModel(modelId);
    case 'google':
      return createGoogle({ baseURL, apiKey: apiKey ?? '', fetch }).embedding(modelId);
    case 'ollama':
      return ollamaEmbeddingModel(modelId, {
        baseUrl: baseURL,
        fetch,
        headers: bearer(apiKey),
        keepAlive: keepAliveTime,
      });
    case 'anthropic':
      throw new AppError('noModel');
  }
}

/** Whether a number stays one in 32 bits. */
const fits = (value: number) => Number.isFinite(Math.fround(value));

/** @throws ProviderStreamError unless there is one proper vector for each text */
function usable(embeddings: readonly number[][], texts: number): Float32Array[] {
  const dimensions = embeddings[0]?.length ?? 0;
  const isWhole =
    embeddings.length === texts &&
    dimensions > 0 &&
    dimensions <= MAX_DIMENSIONS &&
    embeddings.every((each) => each.length === dimensions && each.every(fits));
  if (!isWhole) throw new ProviderStreamError('odd', 'The answer does not hold a vector for each text.');
  return embeddings.map((each) => Float32Array.from(each));
}
