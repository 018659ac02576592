import { AppError, toAppError } from '@tandem/api/core/errors';
import { describeError, languageFor } from '@tandem/api/core/language';
import type { ErrorKey } from '@tandem/shared/error/catalogue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Maps Fastify's own errors to ours. */
const keyOfFastifyCode: Record<string, ErrorKey> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMedia',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalidJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalidJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'badRequest',
  FST_ERR_BAD_URL: 'badRequest',
  FST_ERR_MAX_LIMIT: 'uriTooLong',
};

const keyOfStatus: Record<number, ErrorKey> = {
  400: 'badRequest',
  401: 'unauthorised',
  403: 'forbidden',
  404: 'notFound',
  405: 'methodNotAllowed',
  413: 'tooLarge',
  414: 'uriTooLong',
  415: 'unsupportedMedia',
  429: 'tooManyRequests',
  431: 'headersTooLarge',
  503: 'unavailable',
};

function recognise(error: unknown): AppError {
  if (!(error instanceof AppError) && error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    const key = keyOfFastifyCode[code];
    if (key) return new AppError(key, {}, error);
    const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0;
    const byStatus = keyOfStatus[status];
    // Fastify and its plugins mark the caller's faults by status; parsers throw a plain SyntaxError with 400.
    if (byStatus)
      return new AppError(
        status === 400 && error instanceof SyntaxError ? 'invalidJson' : byStatus,
        {},
        error,
      );
  }
  return toAppError(error);
}

/** Sends every failure as the envelope, in the reader's language, without internals. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const recognised = recognise(error);
    const { key, cause } = recognised;
    if (key === 'internal') request.log.error({ err: cause }, 'unexpected error');
    // Logged, since the operator can act, but not the reader.
    else if (key === 'storageFull' || (key === 'unavailable' && cause !== undefined))
      request.log.warn({ err: cause }, 'a request could not be served');
    return sendError(recognised, request, reply);
  });
}

/** Errors from before there is a route, such as an address that can't be decoded. */
export function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void sendError(recognise(error), request, reply);
}

/** Answers with the failure envelope. */
export function sendError(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  // A stream that has begun cannot become an error; cutting it off signals the client.
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply;
  }
  const language = request.language ?? languageFor(request.headers['accept-language']);
  const { code, status, msg } = describeError(error, language);
  if (error.key === 'tooManyRequests' && error.params.seconds)
    reply.header('retry-after', error.params.seconds);
  // A client still writing would get a broken pipe instead of this answer. The rest of its body is discarded,
  // for as long as a request may take.
  if (error.key === 'tooLarge') reply.removeHeader('connection');
  // The route's caching applies to its answer, not to a failure.
  return reply.code(status).header('cache-control', 'no-store').send({ code, msg, data: null });
}
