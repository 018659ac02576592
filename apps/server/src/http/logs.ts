import { AppError, toAppError } from '@tandem/api/core/errors';
import type { Settings } from '@tandem/api/core/settings';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';

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

/** Whether a line only reports a dependency's absence, which is logged once. */
export type OutageFilter = () => Promise<boolean>;

/** Destination of a process's log, and its filter. */
export interface LogTarget {
  lines: { write(line: string): void };
  /** Set once there is something to depend on. */
  outage: OutageFilter | null;
}

/** Structured logs without secrets: one JSON line an event. */
export function loggerOptions(
  level: Settings['logLevel'],
  target: LogTarget,
): NonNullable<FastifyServerOptions['logger']> {
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
    hooks: {
      logMethod(args, method, levelNumber) {
        const [fields] = args as unknown as [unknown];
        const err = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : null;
        if (!target.outage || levelNumber < WARN || !isOutage(err)) return method.apply(this, args);
        // Without a filter, an outage of the database would fill the log with repetitions.
        void target.outage().then((isKnown) => (isKnown ? this.debug(...args) : method.apply(this, args)));
      },
    },
    stream: target.lines,
  };
}

/** Its number in pino. */
const WARN = 40;

/** Whether an error may be caused by another program's absence. */
function isOutage(err: unknown): boolean {
  if (typeof err !== 'object' || err === null) return false;
  if (err instanceof AppError && err.key !== 'unavailable') return false;
  const { message = '' } = err as { message?: unknown };
  return (
    toAppError(err instanceof Error ? err : Object.assign(new Error(String(message)), err)).key ===
      'unavailable' ||
    /Connection is closed|Command timed out|isn't writeable|max retries per request|connection ended/i.test(
      String(message),
    )
  );
}

/** Milliseconds above which an answer is logged as slow. Streams last as long as they are watched. */
const SLOW_MS = 1_000;

/**
 * Logs one line per answered request, without query, headers or ids: at `debug`, at `info` when refused or
 * slow, at `warn` for our faults. The answer contains the request's id, so that reports can be traced.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode;
    const isStream = String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');
    const ms = Math.round(reply.elapsedTime);
    const fields = {
      method: request.method,
      route: routeOf(request),
      status,
      ms,
      ip: request.ip,
      ...(request.actor?.kind === 'user' && { userId: request.actor.userId }),
    };
    // 512 is "not configured", which the operator chose.
    if (status >= 500 && status !== 512) request.log.warn(fields, 'request failed');
    else if (status >= 400) request.log.info(fields, 'request refused');
    else if (ms > SLOW_MS && !isStream) request.log.info(fields, 'slow request');
    else request.log.debug(fields, 'request');
  });
}

/** Returns the route pattern, since the address may contain ids and tokens; for typed calls their names. */
function routeOf(request: FastifyRequest): string {
  const { url = 'none' } = request.routeOptions;
  if (url !== '/api/:path') return url;
  const { path = '' } = request.params as { path?: string };
  return /^[\w.,]{1,300}$/.test(path) ? `/api/${path}` : url;
}

/** Returns a loggable path: queries contain codes, tokens and people's text. */
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

/** Describes an error by its useful fields only: libraries attach whole requests, with bodies and keys. */
export function describeForLog(value: unknown, depth = 0): LoggedError {
  if (!(value instanceof Error)) return describeThing(value);
  const code = 'code' in value && typeof value.code === 'string' ? value.code : null;
  return {
    type: value.name,
    message: value.message || firstMessageOf(value),
    stack: value.stack ?? '',
    ...(code !== null && { code }),
    ...(value.cause !== undefined && depth < 3 && { cause: describeForLog(value.cause, depth + 1) }),
  };
}

/** An aggregate error has no message of its own. */
function firstMessageOf(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first instanceof Error ? first.message : '';
}

/** Describes thrown values other than errors; some libraries pass copies of errors. */
function describeThing(value: unknown): LoggedError {
  if (typeof value !== 'object' || value === null)
    return { type: typeof value, message: String(value), stack: '' };
  const { name, message, stack, code } = value as Record<string, unknown>;
  return {
    type: typeof name === 'string' ? name : 'object',
    message:
      typeof message === 'string' ? message : `an object with ${Object.keys(value).join(', ')}`.slice(0, 300),
    stack: typeof stack === 'string' ? stack : '',
    ...(typeof code === 'string' && { code }),
  };
}
