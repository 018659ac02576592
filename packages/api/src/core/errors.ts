import { type ErrorKey, errorCatalogue } from '@tandem/shared/error/catalogue';
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { Actor } from './actor.ts';

export type ErrorParams = Record<string, string | number>;

type TrpcCode = TRPCError['code'];
const trpcCodeOf: Record<number, TrpcCode> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
  // tRPC has no 512; over tRPC such an error must still reach a person, so it is a 4xx there.
  512: 'PRECONDITION_FAILED',
};

/** An error that a person can meet. Its sentence is chosen at the edge, in the reader's language. */
export class AppError extends TRPCError {
  readonly key: ErrorKey;
  readonly params: ErrorParams;

  constructor(key: ErrorKey, params: ErrorParams = {}, cause?: unknown) {
    const { status } = errorCatalogue[key];
    super({ code: trpcCodeOf[status] ?? 'INTERNAL_SERVER_ERROR', message: key, cause });
    this.name = 'AppError';
    this.key = key;
    this.params = params;
  }
}

/** The error for a caller who is not signed in; the holder of an ended session learns how it ended. */
export function notSignedIn(actor: Actor): AppError {
  return new AppError((actor.kind === 'anonymous' && actor.ended) || 'unauthorised');
}

const keyOfTrpcCode: Partial<Record<TrpcCode, ErrorKey>> = {
  BAD_REQUEST: 'badRequest',
  PARSE_ERROR: 'invalidJson',
  UNAUTHORIZED: 'unauthorised',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'notFound',
  METHOD_NOT_SUPPORTED: 'methodNotAllowed',
  CONFLICT: 'conflict',
  PAYLOAD_TOO_LARGE: 'tooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'unsupportedMedia',
  TOO_MANY_REQUESTS: 'tooManyRequests',
  SERVICE_UNAVAILABLE: 'unavailable',
};

/** Lost connections, shutdowns and exhausted resources of PostgreSQL: worth trying again later. */
const UNAVAILABLE = /^(08|53|57P0)/;
const UNIQUE = '23505';
const FOREIGN_KEY = '23503';
/** Two transactions waited for each other, and this one was ended. */
const DEADLOCK = '40P01';
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // A container's DNS name disappears with its database.
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Converts anything thrown to an `AppError`; an unrecognised error becomes `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return new AppError('invalidInput', {}, error);
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    if (error.cause instanceof ZodError) return new AppError('invalidInput', {}, error.cause);
    if (error.code === 'INTERNAL_SERVER_ERROR' && error.cause) return toAppError(error.cause);
    return new AppError(keyOfTrpcCode[error.code] ?? 'internal', paramsOf(error), error);
  }
  if (isDiskFull(error)) return new AppError('storageFull', {}, error);
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', {}, error);
  // The referenced row has been deleted since it was checked: a member, a channel.
  if (violated(error, FOREIGN_KEY) !== null) return new AppError('conflict', {}, error);
  if (error instanceof Error && 'code' in error && error.code === DEADLOCK)
    return new AppError('conflict', {}, error);
  return new AppError('internal', {}, error);
}

/** Returns the parameters of the sentence for one of tRPC's own errors. */
function paramsOf(error: TRPCError): ErrorParams {
  if (error.code !== 'METHOD_NOT_SUPPORTED') return {};
  return { method: /^Unsupported ([A-Z]+)-request/.exec(error.message)?.[1] ?? '' };
}

/** Whether a disk or quota is full, ours or the database's: retrying does not help, an operator does. */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(String(error.code));
}

function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    UNAVAILABLE.test(code) ||
    SOCKET_ERRORS.has(code) ||
    /Connection terminated|encountered a connection error|timeout exceeded when trying to connect/.test(
      error.message,
    )
  );
}

/** Name of a violated unique constraint, or null when `error` is something else. */
export function violatedUnique(error: unknown): string | null {
  return violated(error, UNIQUE);
}

function violated(error: unknown, code: string): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== code) return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}
