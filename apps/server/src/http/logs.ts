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

/** Decides about a line on trouble: whether it says no more than that something else is away, which is told once. */
export type OutageFilter = () => Promise<boolean>;

/** Where a process logs to, and what may be left out. */
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
        // What fails as long as the database is away would fill the log with one and the same.
        void target.outage().then((isKnown) => (isKnown ? this.debug(...args) : method.apply(this, args)));
      },
    },
    stream: target.lines,
  };
}

/** Its number in pino. */
const WARN = 40;

/** Whether an error may be no more than another program's absence. */
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

/** An answer that took longer than this is told of, in milliseconds. Streams last as long as they are watched. */
const SLOW_MS = 1_000;

/**
 * One line for each answered request, without query, headers or ids: at `debug`, at `info` when it was refused or slow,
 * at `warn` when the fault is ours. The answer names the request, so that a person's report leads to its lines.
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

/** The pattern of an address, since the address itself may hold ids and tokens; of typed calls their names. */
function routeOf(request: FastifyRequest): string {
  const { url = 'none' } = request.routeOptions;
  if (url !== '/api/:path') return url;
  const { path = '' } = request.params as { path?: string };
  return /^[\w.,]{1,300}$/.test(path) ? `/api/${path}` : url;
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

/** Of several attempts at once the group has no words of its own. */
function firstMessageOf(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first instanceof Error ? first.message : '';
}

/** What was thrown though it is no error; some libraries hand on copies of errors. */
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
