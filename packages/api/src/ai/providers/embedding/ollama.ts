import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { createJsonResponseHandler, postJsonToApi } from '@ai-sdk/provider-utils';
import * as z from 'zod';
import { failedResponse } from '../ollama/wire.ts';

const answerSchema = z.object({
  embeddings: z.array(z.array(z.number())),
  prompt_eval_count: z.number().optional().catch(undefined),
});

export interface OllamaEmbeddingOptions {
  baseUrl: string;
  fetch: typeof fetch;
  headers: Record<string, string>;
  /** Seconds; 0 leaves it to the service. */
  keepAlive: number;
}

/** An embedding model of an Ollama service, over its own endpoint. */
export function ollamaEmbeddingModel(
  modelId: string,
  { baseUrl, fetch, headers, keepAlive }: OllamaEmbeddingOptions,
): EmbeddingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId,
    maxEmbeddingsPerCall: 100,
    supportsParallelCalls: false,

    async doEmbed({ values, abortSignal }) {
      const { value } = await postJsonToApi({
        url: `${baseUrl}/embed`,
        headers,
        body: { model: modelId, input: values, ...(keepAlive > 0 && { keep_alive: keepAlive }) },
        failedResponseHandler: failedResponse,
        successfulResponseHandler: createJsonResponseHandler(answerSchema),
        fetch,
        ...(abortSignal && { abortSignal }),
      });
      const { embeddings, prompt_eval_count: tokens } = value;
      return { embeddings, warnings: [], ...(tokens !== undefined && { usage: { tokens } }) };
    },
  };
}
