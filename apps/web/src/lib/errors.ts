import { type ErrorKey, errorCatalogue } from '@tandem/shared/error/catalogue';
import type { MessageError } from '@tandem/shared/message/schema';
import i18n from 'i18next';
import * as z from 'zod';

const paramsSchema = z.record(z.string(), z.union([z.string(), z.number()])).catch({});

export type ErrorParams = z.output<typeof paramsSchema>;

/** A refused REST call: the envelope that came back, with the status it came by. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly params: ErrorParams;

  constructor(status: number, envelope: { code: number; msg?: string; data?: unknown; params?: unknown }) {
    super(envelope.msg || 'Request failed');
    this.name = 'RequestError';
    this.status = status;
    this.code = envelope.code;
    this.msg = envelope.msg ?? '';
    this.data = envelope.data ?? null;
    this.params = paramsSchema.parse(envelope.params);
  }
}

/** A failure of which only the status concerns the reader. */
export class HttpError extends Error {
  readonly status: number;
  /** Whether the server itself responded; a proxy responds with a page, or with nothing. */
  readonly isOurs: boolean;

  constructor(status: number, contentType: string | null) {
    super(`HTTP error! status: ${status}`);
    this.name = 'HttpError';
    this.status = status;
    this.isOurs = isJson(contentType);
  }
}

/** Whether an answer of this type can be one of the server's. */
export function isJson(contentType: string | null): boolean {
  return contentType?.includes('json') ?? false;
}

/** Whether of a failure with this status only the status is shown; 512 is written for people. */
export function isOpaqueStatus(status: number): boolean {
  return status > 499 && status !== 512;
}

const trpcDataSchema = z.object({
  httpStatus: z.number(),
  errorCode: z.number(),
  params: paramsSchema,
});

/** A failed typed call. Its class is known by its name: the sign-in page has no client of the typed API. */
function isTypedFailure(error: unknown): error is Error & { data: unknown } {
  return error instanceof Error && error.name === 'TRPCClientError';
}

/** The known facts of a failure, over either transport. */
interface ErrorFacts {
  /** HTTP status; 0 when nothing answered. */
  status: number;
  /** Number of the catalogue; 0 when there is none. */
  code: number;
  params: ErrorParams;
}

/** The facts of a failed call; null for other errors. */
export function factsOf(error: unknown): ErrorFacts | null {
  if (error instanceof RequestError) return { status: error.status, code: error.code, params: error.params };
  if (error instanceof HttpError) return { status: error.status, code: 0, params: {} };
  if (!isTypedFailure(error)) return null;
  const data = trpcDataSchema.safeParse(error.data);
  if (data.success)
    return { status: data.data.httpStatus, code: data.data.errorCode, params: data.data.params };
  return factsOf(error.cause) ?? { status: 0, code: 0, params: {} };
}

/** Whether a failure is a call's, hence already shown where calls show their failures. */
export function isCallFailure(error: unknown): boolean {
  return factsOf(error) !== null || isUnreachable(error) || isAbort(error);
}

/** Whether nothing answered at all. */
export function isUnreachable(error: unknown): boolean {
  if (isTypedFailure(error)) return error.cause instanceof TypeError;
  return error instanceof UnreachableError;
}

/** The server did not answer. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('Request failed', { cause });
    this.name = 'UnreachableError';
  }
}

/** Whether a call was given up by its own caller. */
export function isAbort(error: unknown): boolean {
  if (isTypedFailure(error)) return isAbort(error.cause);
  return error instanceof Error && error.name === 'AbortError';
}

/** Whether the session ended. */
export function isUnauthorised(error: unknown): boolean {
  return factsOf(error)?.status === 401;
}

const ends = ['sessionElsewhere', 'sessionAdministrator', 'sessionSuspended', 'sessionRemoved'] as const;

/** The ways in which a session ends. */
export type SessionEndKey = (typeof ends)[number];

/** How the session ended, if a refusal says so. */
export function sessionEndOf(error: unknown): SessionEndKey | null {
  return ends.find((key) => isErrorKey(error, key)) ?? null;
}

/** Whether a thing does not exist for the reader: never did, no longer does, or may not be seen. */
export function isGone(error: unknown): boolean {
  const status = factsOf(error)?.status;
  return status === 404 || status === 403;
}

/** Whether the server refused with this error of the catalogue. */
export function isErrorKey(error: unknown, key: ErrorKey): boolean {
  return factsOf(error)?.code === errorCatalogue[key].code;
}

const keyByCode = new Map<number, string>(
  Object.entries(errorCatalogue).map(([key, { code }]) => [code, key]),
);

/** The sentence of a failure for a person, in the language of the page where the catalogue knows it. */
export function describeError(error: unknown): string {
  const foreign = foreignAnswer(error);
  if (foreign) return describeForeign(foreign);
  const facts = factsOf(error);
  if (facts && isOpaqueStatus(facts.status)) return `HTTP error! status: ${facts.status}`;
  if (isUnreachable(error)) return say('common:error.unreachable', 'The server cannot be reached.');
  const key = facts ? keyByCode.get(facts.code) : undefined;
  if (facts && key) {
    const sentence = say(`error:${key}`, '', facts.params);
    if (sentence) return sentence;
  }
  return messageOf(error) || say('common:error.requestFailed', 'Request failed');
}

/** The response of a proxy in front of the server; null for any other failure. */
export function foreignAnswer(error: unknown): HttpError | null {
  const cause = isTypedFailure(error) ? error.cause : error;
  return cause instanceof HttpError && !cause.isOurs ? cause : null;
}

/** Whether it failed for the server’s absence alone: nothing answered, or a proxy in its place. */
export function isServerAway(error: unknown): boolean {
  return isUnreachable(error) || [502, 503, 504].includes(foreignAnswer(error)?.status ?? 0);
}

function describeForeign({ status, message }: HttpError): string {
  const sentence = isOpaqueStatus(status)
    ? say(
        'common:error.notAvailable',
        'The server is not available right now. It may be restarting; try again in a moment.',
      )
    : say(
        'common:error.notOurs',
        'Something on your network answered instead of the server. Check your connection and try again.',
      );
  return status < 400 ? sentence : `${sentence} (${message})`;
}

/** The sentence of an answer that ended with an error; `english` where the page does not know that one. */
export function describeEnd(error: Pick<MessageError, 'key' | 'params'> | null, english: string): string {
  return say(`error:${error?.key ?? 'provider.unknown'}`, english, error?.params);
}

/** The untranslated message of anything thrown; "" when there is none. */
export function messageOf(error: unknown): string {
  if (error instanceof RequestError) return error.msg;
  return error instanceof Error ? error.message : '';
}

/** A sentence that must appear even when no language file could be loaded. */
export function say(key: string, english: string, params: ErrorParams = {}): string {
  // Keys come from the catalogue at run time, so this one call is outside the typed keys.
  const translate = i18n.t as (key: string, options: object) => string;
  return i18n.isInitialized ? translate(key, { defaultValue: english, ...params }) : english;
}
