import { createHash } from 'node:crypto';
import { appRouter, restRows } from '@tandem/api';
import { AppError } from '@tandem/api/core/errors';
import { admitByAddress } from '@tandem/api/core/limits/limit-calls';
import type { Platform } from '@tandem/api/core/platform';
import { dispatch, envelope, procedureOf } from '@tandem/api/core/rest/dispatch';
import { isHeld } from '@tandem/api/core/rest/entity-tag';
import { openApi } from '@tandem/api/core/rest/openapi';
import { Download, type HttpExchange, Redirect, type RestRow, verbs } from '@tandem/api/core/rest/row';
import type { AccessDeclaration } from '@tandem/api/core/trpc/access';
import { MAX_WEBHOOK_BYTES } from '@tandem/shared/schedule/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOwnOrigin } from './origin.ts';
import { contextOf } from './session.ts';
import { acceptForms, receiveFile, receiveForm } from './upload.ts';

/** Maximum bytes of a row's text body: documents may be long. */
const TEXT_LIMIT = 6 * 1024 * 1024;

/** Registers every REST row, plus 405 for other verbs on known paths. */
export function registerRest(app: FastifyInstance, platform: Platform): void {
  const byPath = Map.groupBy(restRows, (row) => row.path);
  app.register(async (scope) => {
    // Only JSON is accepted here; Fastify would accept plain text too.
    scope.removeContentTypeParser('text/plain');
    for (const [path, rows] of byPath)
      if (!takeFiles(rows) && !takeText(rows) && !takeAny(rows)) registerPath(scope, platform, path, rows);
    registerDescription(scope, platform);
  });
  app.register(async (scope) => {
    acceptTexts(scope);
    for (const [path, rows] of byPath) if (takeText(rows)) registerPath(scope, platform, path, rows);
  });
  app.register(async (scope) => {
    acceptAny(scope);
    for (const [path, rows] of byPath) if (takeAny(rows)) registerPath(scope, platform, path, rows);
  });
  app.register(async (scope) => {
    await acceptForms(scope);
    for (const [path, rows] of byPath) if (takeFiles(rows)) registerPath(scope, platform, path, rows);
  });
}

/** Rate limit per address for the description of all rows. */
const DESCRIPTIONS = { name: 'description', perMinute: 60 };

/**
 * `/api/openapi.json`. Rows never change at runtime, so the description is built once: otherwise strangers
 * could keep the process busy.
 */
function registerDescription(app: FastifyInstance, platform: Platform): void {
  const content = Buffer.from(JSON.stringify(openApi(appRouter, restRows, platform.version)));
  const tag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  app.get('/api/openapi.json', { config: { anonymous: true } }, async (request, reply) => {
    admitByAddress(contextOf(request, platform, 'http'), DESCRIPTIONS);
    reply.header('etag', tag).header('cache-control', 'no-cache');
    if (isHeld(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(content);
  });
}

function accessOf(row: RestRow): AccessDeclaration | undefined {
  if (row.kind === 'raw') return row.access;
  return procedureOf(appRouter, row.calls)?.meta?.access as AccessDeclaration | undefined;
}

function takeFiles(rows: readonly RestRow[]): boolean {
  return rows.some((row) => row.kind === 'raw' && row.takesFile);
}

function takeText(rows: readonly RestRow[]): boolean {
  return rows.some((row) => row.kind === 'raw' && row.takesText);
}

function takeAny(rows: readonly RestRow[]): boolean {
  return rows.some((row) => row.kind === 'raw' && row.takesAny);
}

/** Makes this scope's rows accept bodies of any kind, which are not read but passed as the input `content`. */
function acceptAny(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: MAX_WEBHOOK_BYTES },
    (_request, content, done) => done(null, { content }),
  );
}

/** Makes this scope's rows accept texts, passed as the input `content`. */
function acceptTexts(scope: FastifyInstance): void {
  scope.removeContentTypeParser('text/plain');
  scope.addContentTypeParser(
    ['text/markdown', 'text/html'],
    { parseAs: 'string', bodyLimit: TEXT_LIMIT },
    (_request, content, done) => done(null, { content }),
  );
}

function registerPath(app: FastifyInstance, platform: Platform, path: string, rows: RestRow[]): void {
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const allow = rows.map((row) => row.verb).join(', ');
  const crossOrigin = rows.some((row) => row.crossOrigin);
  for (const row of rows) {
    app.route({
      method: row.verb,
      url,
      config: {
        crossOrigin,
        takesFile: row.kind === 'raw' && row.takesFile === true,
        signedIn: accessOf(row)?.kind !== 'public',
      },
      ...(row.kind === 'raw' && row.takesText && { bodyLimit: TEXT_LIMIT }),
      handler: (request, reply) => answer(row, platform, request, reply),
    });
  }
  const served = new Set<string>(rows.map((row) => row.verb));
  app.route({
    method: verbs.filter((verb) => !served.has(verb)),
    url,
    config: { crossOrigin },
    handler: async (request, reply) => {
      reply.header('allow', allow);
      throw new AppError('methodNotAllowed', { method: request.method });
    },
  });
  if (crossOrigin) registerPreflight(app, url, allow);
}

/** Allows other sites to call these rows by bearer token; never with cookies. */
function registerPreflight(app: FastifyInstance, url: string, allow: string): void {
  app.options(url, { config: { crossOrigin: true } }, async (_request, reply) => {
    reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', allow)
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', '600');
    return null;
  });
}

async function answer(row: RestRow, platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  if (row.crossOrigin) reply.header('access-control-allow-origin', '*');
  const aborted = new AbortController();
  // Once the answer has been sent, there is nothing to abort.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) aborted.abort();
  });
  const data = await dispatch(
    appRouter,
    row,
    contextOf(request, platform, 'http'),
    {
      path: request.params as Record<string, string>,
      query: request.query as Record<string, unknown>,
      body: request.body,
    },
    exchangeOf(request, reply, platform, aborted.signal),
    aborted.signal,
  );
  if (data instanceof Redirect) return reply.redirect(data.location, 302);
  if (data instanceof Download) return reply.code(data.status).headers(data.headers).send(data.content);
  return envelope(data);
}

function exchangeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
  signal: AbortSignal,
): HttpExchange {
  const foreign = request.headers.origin !== undefined && !isOwnOrigin(request, platform);
  const secure = request.protocol === 'https' || platform.settings.publicUrl.startsWith('https:');
  return {
    header: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value[0] : value;
    },
    cookie: (name) => request.cookies[name],
    url: request.url,
    secure,
    setCookie(name, value, options) {
      if (!foreign) reply.setCookie(name, value, { httpOnly: true, sameSite: 'lax', secure, ...options });
    },
    clearCookie(name, path) {
      if (!foreign) reply.clearCookie(name, { httpOnly: true, sameSite: 'lax', secure, path });
    },
    file: () => receiveFile(request, platform.values.current.uploadMegabytes),
    form: () => receiveForm(request, platform.values.current.uploadMegabytes),
    signal,
  };
}
