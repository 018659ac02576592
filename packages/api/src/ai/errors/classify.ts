import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  NoContentGeneratedError,
  NoSuchModelError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { RetryError } from 'ai';
import { FetchFailed, FetchRefused } from '../../core/fetch/types.ts';
import { safeDetail } from './detail.ts';
import { nameHttpFailure, nameStreamedError, retryAfterSeconds } from './http.ts';
import {
  type ProviderErrorName,
  type ProviderFailure,
  ProviderStreamError,
  SHORT_WAIT_SECONDS,
} from './types.ts';

export {
  type ProviderErrorName,
  type ProviderFailure,
  ProviderStreamError,
  providerErrorNames,
} from './types.ts';

/** Transient failures; for others someone must change a setting or the question. */
const retryable = new Set<ProviderErrorName>([
  'rateLimited',
  'overloaded',
  'serverError',
  'badAnswer',
  'emptyAnswer',
  'connectionLost',
  'cutOff',
  'stalled',
  'timeout',
  'refused',
  'dns',
  'badPicture',
  'pictureUnreached',
  'unknown',
]);

const streamErrorNames: Record<ProviderStreamError['kind'], ProviderErrorName> = {
  cut: 'cutOff',
  empty: 'emptyAnswer',
  html: 'notJson',
  timeout: 'timeout',
  large: 'answerTooLong',
  length: 'lengthReached',
  odd: 'badAnswer',
  provider: 'serverError',
  filtered: 'filtered',
  picture: 'badPicture',
  'picture-large': 'pictureTooLarge',
  'picture-link': 'pictureUnreached',
  'words-only': 'wordsOnly',
  'no-words': 'noWords',
};

const nameOfCode: Record<string, ProviderErrorName> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EHOSTDOWN: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ECONNRESET: 'connectionLost',
  EPIPE: 'connectionLost',
  UND_ERR_SOCKET: 'connectionLost',
  UND_ERR_DESTROYED: 'connectionLost',
  UND_ERR_CLOSED: 'connectionLost',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connectionLost',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'stalled',
  HPE_INVALID_CONSTANT: 'badAnswer',
};
/** Characters of a provider's own words to inspect. */
const MAX_WORDS = 10_000;
const TLS_CODE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_)/;
const TIMEOUT_WORDS = /\btimeout of \d+ ?ms exceeded/i;

/**
 * Classifies a provider failure, whether thrown, streamed as an `error` part, or given as an abort reason.
 * Never throws; an unrecognised failure is `provider.unknown`, without detail.
 * @param secrets strings to redact, such as the provider's key.
 */
export function classifyProviderError(error: unknown, secrets: readonly string[] = []): ProviderFailure {
  const found = find(error, 0);
  const failure: ProviderFailure = {
    key: `provider.${found.name}`,
    retryable: retryable.has(found.name),
  };
  const detail = safeDetail(found.words, secrets);
  if (detail !== undefined) failure.detail = detail;
  if (found.retryAfter !== undefined) failure.retryAfter = found.retryAfter;
  if (found.name === 'rateLimited' && (found.retryAfter ?? 0) > SHORT_WAIT_SECONDS)
    failure.params = { count: found.retryAfter ?? 0 };
  return failure;
}

interface Found {
  name: ProviderErrorName;
  words?: unknown;
  retryAfter?: number | undefined;
}

function find(error: unknown, depth: number): Found {
  if (depth > 8 || error === null || error === undefined) return { name: 'unknown' };
  if (typeof error === 'string') return findInText(error);
  if (RetryError.isInstance(error)) return find(error.lastError, depth + 1);
  if (APICallError.isInstance(error)) return findInCall(error, depth);
  if (!(error instanceof Error)) return findInObject(error);
  return findByClass(error) ?? findByCode(error) ?? findInCause(error, depth);
}

function findInText(text: string): Found {
  if (TIMEOUT_WORDS.test(text)) return { name: 'stalled' };
  return { name: nameStreamedError('', text), words: text };
}

function findByClass(error: Error): Found | null {
  if (error instanceof FetchRefused) {
    return error.reason === 'origin' || error.reason === 'redirects'
      ? { name: 'redirected', words: error.message }
      : { name: 'addressRefused' };
  }
  if (error instanceof FetchFailed) {
    const names = { timeout: 'timeout', 'too-large': 'tooLarge', network: 'connectionLost' } as const;
    return { name: names[error.reason] };
  }
  if (error instanceof ProviderStreamError) {
    return {
      name: streamErrorNames[error.kind],
      words: error.kind === 'provider' ? error.message : undefined,
    };
  }
  if (error.name === 'TimeoutError') return { name: 'stalled' };
  // How AI SDK passes on an error event; the class itself is not exported.
  if (error.name === 'AI_StreamProviderError') return findInObject(error);
  if (InvalidResponseDataError.isInstance(error)) {
    return { name: /without a finish reason/.test(error.message) ? 'cutOff' : 'badAnswer' };
  }
  if (JSONParseError.isInstance(error)) return { name: /^\s*</.test(error.text) ? 'notJson' : 'badAnswer' };
  if (TypeValidationError.isInstance(error)) return { name: 'badAnswer' };
  if (EmptyResponseBodyError.isInstance(error) || NoContentGeneratedError.isInstance(error)) {
    return { name: 'emptyAnswer' };
  }
  if (LoadAPIKeyError.isInstance(error)) return { name: 'unauthorised' };
  if (NoSuchModelError.isInstance(error)) return { name: 'modelNotFound' };
  return null;
}

function findByCode(error: Error): Found | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const name = nameOfCode[code];
  if (name) return { name };
  return TLS_CODE.test(code) ? { name: 'tls', words: code } : null;
}

function findInCause(error: Error, depth: number): Found {
  if (error instanceof AggregateError && error.errors.length > 0) return find(error.errors[0], depth + 1);
  if (error.cause !== undefined) return find(error.cause, depth + 1);
  // Undici reports a socket closed in mid-body by this message only.
  if (error.message === 'terminated' || error.message === 'other side closed')
    return { name: 'connectionLost' };
  // A port that no web service uses.
  return { name: error.message === 'bad port' ? 'refused' : 'unknown' };
}

function findInCall(error: APICallError, depth: number): Found {
  const { statusCode, responseBody = '', responseHeaders = {} } = error;
  if (statusCode === undefined)
    return error.cause === undefined ? { name: 'refused' } : find(error.cause, depth + 1);
  const said = findSaid(parse(responseBody));
  const html =
    /\bhtml\b/i.test(responseHeaders['content-type'] ?? '') || /^\s*<(?:!doctype|html)/i.test(responseBody);
  if (statusCode >= 200 && statusCode < 300) {
    // The request succeeded, but its response was unusable.
    if (html) return { name: 'notJson' };
    if (said.message !== '') return { name: nameStreamedError(said.type, said.message), words: said.message };
    const cause = error.cause === undefined ? null : find(error.cause, depth + 1);
    return cause && cause.name !== 'unknown' ? cause : { name: 'badAnswer' };
  }
  return {
    name: nameHttpFailure({ status: statusCode, message: said.message, type: said.type, html }),
    words: said.message,
    retryAfter: retryAfterSeconds(responseHeaders['retry-after']),
  };
}

function findInObject(error: unknown): Found {
  const { message, type, status } = findSaid(error);
  if (status >= 400) return { name: nameHttpFailure({ status, message, type, html: false }), words: message };
  if (message === '' && type === '') return { name: 'unknown' };
  return { name: nameStreamedError(type, message), words: message };
}

/** Reads an error object in any provider's shape: `{error: {message, type, code, status}}`, `{error: "…"}`, or bare. */
function findSaid(value: unknown): { message: string; type: string; status: number } {
  const outer = Array.isArray(value) ? value[0] : value;
  if (typeof outer !== 'object' || outer === null) return { message: '', type: '', status: 0 };
  const inner = 'error' in outer && outer.error ? outer.error : outer;
  if (typeof inner === 'string') return { message: inner, type: '', status: 0 };
  const of = (name: string): unknown => Reflect.get(inner, name);
  const words = ['type', 'code', 'status', 'reason'].map(of).filter((word) => typeof word === 'string');
  const numbers = ['statusCode', 'status', 'code'].map(of).filter((number) => typeof number === 'number');
  const message = of('message') ?? of('detail');
  return {
    // Several patterns scan it, and a hostile one may have megabytes.
    message: typeof message === 'string' ? message.slice(0, MAX_WORDS) : '',
    type: words.join(' '),
    status: numbers.find((number) => number >= 400 && number < 600) ?? 0,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
