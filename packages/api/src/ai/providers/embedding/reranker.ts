import {
  createJsonErrorResponseHandler,
  createJsonResponseHandler,
  postJsonToApi,
} from '@ai-sdk/provider-utils';
import * as z from 'zod';
import { AppError } from '../../../core/errors.ts';
import type { GuardedFetch } from '../../../core/fetch/types.ts';
import { boundedFetch } from '../bounded.ts';
import { bearer, type RemoteConnection, withoutPages } from '../language-model.ts';
import { MAX_TOLD_TOKENS, type Reranked, type Reranker } from './types.ts';

const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

const resultsSchema = z.array(z.object({ index: z.int().min(0), relevance_score: z.number() }));
const tokens = z.int().positive().max(MAX_TOLD_TOKENS).optional().catch(undefined);
/** Cohere, Jina and most gateways call the list "results", Voyage "data"; each counts tokens elsewhere. */
const answerSchema = z.object({
  results: resultsSchema.optional(),
  data: resultsSchema.optional(),
  usage: z.object({ total_tokens: tokens }).optional().catch(undefined),
  meta: z
    .object({ tokens: z.object({ input_tokens: tokens }).optional() })
    .optional()
    .catch(undefined),
});

/** Services say what went wrong as `error.message`, `message` (Cohere) or `detail` (Jina). */
const errorSchema = z.object({
  error: z.object({ message: z.string() }).optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
});
const failed = createJsonErrorResponseHandler({
  errorSchema,
  errorToMessage: ({ error, message, detail }) => error?.message ?? message ?? detail ?? '',
});

/**
 * Returns a reranker of a service that has the endpoint `/rerank` as Cohere, Jina and gateways speak it.
 * @throws AppError `noModel` for services that have none
 */
export function remoteReranker(
  fetcher: Pick<GuardedFetch, 'providerFetch'>,
  { apiHost, apiKey, kind }: RemoteConnection,
  modelId: string,
): Reranker {
  if (kind !== 'openai' && kind !== 'openai-compatible') throw new AppError('noModel');
  const fetch = boundedFetch(withoutPages(fetcher.providerFetch(apiHost)), MAX_ANSWER_BYTES);
  return {
    async rerank({ query, texts, signal }): Promise<Reranked> {
      const { value } = await postJsonToApi({
        url: `${apiHost}/rerank`,
        headers: bearer(apiKey),
        body: { model: modelId, query, documents: [...texts], top_n: texts.length },
        failedResponseHandler: failed,
        successfulResponseHandler: createJsonResponseHandler(answerSchema),
        fetch,
        abortSignal: signal,
      });
      const results = value.results ?? value.data ?? [];
      return {
        scores: new Map(
          results
            .filter(({ index, relevance_score }) => index < texts.length && Number.isFinite(relevance_score))
            .map(({ index, relevance_score }) => [index, relevance_score]),
        ),
        tokens: value.usage?.total_tokens ?? value.meta?.tokens?.input_tokens ?? null,
      };
    },
  };
}
