import type { ProviderErrorName } from './types.ts';

/** An error response, whatever its protocol. */
export interface HttpFailure {
  status: number;
  /** The provider's sentence, or "". */
  message: string;
  /** `code`, `type` and `status` of the error object, joined. */
  type: string;
  /** Whether the body was a web page. */
  html: boolean;
}

const CONTEXT_TOO_LONG =
  /context[_ ]?(?:length|window|size)|maximum context|too many (?:input )?tokens|(?:prompt|input|request)(?: \w+)? (?:is )?too long|tokens? (?:count )?.{0,40}exceeds|exceeds? the (?:maximum|available) .{0,30}(?:tokens|context)|reduce the length/i;
const QUOTA = /insufficient[_ ]quota|exceeded your current quota|billing|credit balance|payment required/i;
const BAD_KEY =
  /(?:api[_ ]?key|token|credential)s?.{0,30}(?:not valid|invalid|incorrect|expired|missing)|(?:invalid|incorrect|missing).{0,15}api[_ ]?key|API_KEY_INVALID/i;
const NO_MODEL = /model/i;
const FILTERED = /content[_ ](?:policy|filter|management)|safety system|blocked by/i;

/** Names an error response. The order matters: words are more exact than numbers, except for the key. */
export function nameHttpFailure({ status, message, type, html }: HttpFailure): ProviderErrorName {
  const words = `${type} ${message}`;
  if (html && status < 500) return 'notJson';
  if (status === 401 || (status < 500 && BAD_KEY.test(words))) return 'unauthorised';
  if (status === 402 || (status < 500 && QUOTA.test(words))) return 'quota';
  if ((status === 400 || status === 413 || status === 422 || status >= 500) && CONTEXT_TOO_LONG.test(words)) {
    return 'contextTooLong';
  }
  switch (status) {
    case 403:
      return 'forbidden';
    case 404:
      return NO_MODEL.test(words) ? 'modelNotFound' : 'notFound';
    case 405:
      return 'notFound';
    case 408:
      return 'timeout';
    case 413:
      return 'tooLarge';
    case 429:
      return 'rateLimited';
    case 503:
    case 529:
      return 'overloaded';
  }
  if (status >= 500) return 'serverError';
  return FILTERED.test(words) ? 'filtered' : 'badRequest';
}

/** Names an error that arrived inside a stream, where there is only a type and a sentence. */
export function nameStreamedError(type: string, message: string): ProviderErrorName {
  const words = `${type} ${message}`;
  if (CONTEXT_TOO_LONG.test(words)) return 'contextTooLong';
  if (QUOTA.test(words)) return 'quota';
  if (/rate[_ ]?limit|too many requests|RESOURCE_EXHAUSTED/i.test(words)) return 'rateLimited';
  if (/overloaded|unavailable|capacity/i.test(words)) return 'overloaded';
  if (/authentication|unauthori[sz]ed/i.test(words) || BAD_KEY.test(words)) return 'unauthorised';
  return FILTERED.test(words) ? 'filtered' : 'serverError';
}

/** Seconds to wait by a Retry-After header (seconds or a date); undefined when absent, past or absurd. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 && seconds <= 86_400 ? Math.ceil(seconds) : undefined;
}
