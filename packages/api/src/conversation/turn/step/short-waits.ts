import type { LanguageModelV4 } from '@ai-sdk/provider';
import { APICallError, wrapLanguageModel } from 'ai';
import { retryAfterSeconds } from '../../../ai/errors/http.ts';
import { SHORT_WAIT_SECONDS } from '../../../ai/errors/types.ts';

/**
 * Wraps a model so that only short waits are retried: when a provider asks for more time, the user should
 * learn it now rather than after that time.
 */
export function withShortWaits(model: LanguageModelV4): LanguageModelV4 {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapStream: ({ doStream }) => Promise.resolve(doStream()).catch(rethrow),
    },
  });
}

function rethrow(error: unknown): never {
  if (!APICallError.isInstance(error) || !error.isRetryable) throw error;
  const seconds = retryAfterSeconds(error.responseHeaders?.['retry-after']) ?? 0;
  if (seconds <= SHORT_WAIT_SECONDS) throw error;
  const { message, url, requestBodyValues, statusCode, responseHeaders, responseBody, cause, data } = error;
  throw new APICallError({
    message,
    url,
    requestBodyValues,
    isRetryable: false,
    ...(statusCode !== undefined && { statusCode }),
    ...(responseHeaders && { responseHeaders }),
    ...(responseBody !== undefined && { responseBody }),
    cause,
    data,
  });
}
