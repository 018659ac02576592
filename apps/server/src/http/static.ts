import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@tandem/api/core/errors';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';

/** The built web application; absent while a developer serves it by Vite. */
export interface WebFiles {
  folder: string;
  page: string;
  inlineScripts: string[];
}

/** Reads the build in `folder`; null for none. */
export function findWebFiles(folder: string): WebFiles | null {
  const file = path.join(folder, 'index.html');
  if (!existsSync(file)) return null;
  const page = readFileSync(file, 'utf8');
  const inlineScripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  return { folder, page, inlineScripts };
}

/**
 * Sentences at `/static/locales`, the web's files, and its page for every other navigation. A missing file or
 * call is 404, never the page.
 */
export async function registerStatic(app: FastifyInstance, web: WebFiles | null, localesFolder: string) {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, anonymous: true };
    });
    // A path refused by the file sender (a NUL, a parent reference) does not exist either.
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error.statusCode !== 403) throw error;
      return sendError(new AppError('notFound'), request, reply);
    });
    await scope.register(fastifyStatic, {
      root: localesFolder,
      prefix: '/static/locales/',
      decorateReply: true,
      cacheControl: false,
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    });
    if (web) {
      await scope.register(fastifyStatic, {
        root: path.join(web.folder, 'assets'),
        prefix: '/assets/',
        decorateReply: false,
        preCompressed: true,
        // Names of these files carry a hash of their content.
        immutable: true,
        maxAge: '1y',
      });
      await scope.register(fastifyStatic, {
        root: web.folder,
        prefix: '/',
        decorateReply: false,
        wildcard: false,
        globIgnore: ['assets/**', 'index.html', '**/*.br', '**/*.gz', '.vite/**'],
        index: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
      });
    }
  });
  app.setNotFoundHandler((request, reply) => {
    if (!web || !isNavigation(request)) return sendError(new AppError('notFound'), request, reply);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(web.page);
  });
}

/**
 * Whether a browser requests a page rather than a file or call. The root is always a page, since monitors
 * request it without an Accept header.
 */
function isNavigation(request: FastifyRequest): boolean {
  const pathname = request.url.split('?')[0] ?? '';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/^\/(api|static|assets|collab)(\/|$)/.test(pathname) &&
    (pathname === '/' || (request.headers.accept ?? '').includes('text/html'))
  );
}
