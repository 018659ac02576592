import type { Settings } from '@tandem/api/core/settings';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { readableLines } from './readable.ts';

/** Fields that hold secrets wherever they appear, up to two levels deep. */
const secretFields = [
  'authorization',
  'cookie',
  'token',
  'apiKey',
  'secret',
  'secretKey',
  'clientSecret',
  'password',
];
/** `code` is also the name of an error's code, so only inputs lose it. */
const secretPaths = [
  'code',
  'body.code',
  'input.code',
  'query.code',
  '["set-cookie"]',
  'headers["set-cookie"]',
];

/** Structured logs without secrets: one JSON line an event, or words when a person looks on. */
export function loggerOptions(level: Settings['logLevel']): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [...secretPaths, ...secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])],
      censor: '[redacted]',
    },
    serializers: {
      req: (request) => ({
        id: request.id,
        method: request.method,
        url: pathOf(request.url ?? ''),
        ip: request.ip,
      }),
      err: (error) => describeForLog(error),
    },
    ...(process.stdout.isTTY && { stream: readableLines(process.stdout) }),
  };
}

/**
 * One line for each answered request, without query or headers: at `debug`, or `warn` when the fault is ours.
 * The answer names the request, so that a person's report leads to its lines.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode;
    const fields = {
      method: request.method,
      path: pathOf(request.url),
      status,
      ms: Math.round(reply.elapsedTime),
      ...(request.actor?.kind === 'user' && { userId: request.actor.userId }),
    };
    // 512 is "not configured", which the operator chose.
    if (status >= 500 && status !== 512) request.log.warn(fields, 'request failed');
    else request.log.debug(fields, 'request');
  });
}

/** A path fit for a log: queries carry codes, tokens and what people wrote. */
function pathOf(url: string): string {
  return (url.split('?', 1)[0] ?? '').slice(0, 300);
}

type LoggedError = {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
};

/** Of an error only what helps: libraries hang whole requests, with their bodies and keys, on theirs. */
export function describeForLog(value: unknown, depth = 0): LoggedError {
  if (!(value instanceof Error)) return { type: typeof value, message: String(value), stack: '' };
  const code = 'code' in value && typeof value.code === 'string' ? value.code : null;
  return {
    type: value.name,
    message: value.message,
    stack: value.stack ?? '',
    ...(code !== null && { code }),
    ...(value.cause !== undefined && depth < 3 && { cause: describeForLog(value.cause, depth + 1) }),
  };
}
