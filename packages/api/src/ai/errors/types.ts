/** Every kind of provider failure, as `error:provider.<name>` in the locale files. */
export const providerErrorNames = [
  'unauthorised',
  'forbidden',
  'quota',
  'modelNotFound',
  'notFound',
  'contextTooLong',
  'badRequest',
  'tooLarge',
  'answerTooLong',
  'lengthReached',
  'filtered',
  'rateLimited',
  'overloaded',
  'serverError',
  'notJson',
  'badAnswer',
  'emptyAnswer',
  'connectionLost',
  'cutOff',
  'stalled',
  'timeout',
  'refused',
  'dns',
  'tls',
  'addressRefused',
  'redirected',
  'badPicture',
  'pictureTooLarge',
  'pictureUnreached',
  'wordsOnly',
  'noWords',
  'unknown',
] as const;
export type ProviderErrorName = (typeof providerErrorNames)[number];

/** Longest wait for an automatic retry; the user is told of a longer one. */
export const SHORT_WAIT_SECONDS = 2;

/** Fits `MessageError`: stored with the message, translated for display. */
export interface ProviderFailure {
  key: `provider.${ProviderErrorName}`;
  /**
   * The provider's own words in one line, without keys, headers or query strings; absent when it sent none.
   */
  detail?: string;
  /** Whether the same request may succeed later without anyone changing a setting. */
  retryable: boolean;
  /** Seconds the provider asked to wait. */
  retryAfter?: number;
  /** Values of the sentence: the seconds to wait, where they are more than a moment. */
  params?: { count: number };
}

/** A failure that AI SDK does not report as an error. */
export class ProviderStreamError extends Error {
  readonly kind:
    | 'cut'
    | 'empty'
    | 'html'
    | 'timeout'
    | 'large'
    | 'length'
    | 'odd'
    | 'provider'
    | 'filtered'
    | 'picture'
    | 'picture-large'
    | 'picture-link'
    | 'words-only'
    | 'no-words';
  constructor(kind: ProviderStreamError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProviderStreamError';
    this.kind = kind;
  }
}
