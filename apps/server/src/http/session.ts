import cookie from '@fastify/cookie';
import { type Actor, anonymous } from '@tandem/api/core/actor';
import type { Context } from '@tandem/api/core/context';
import { AppError } from '@tandem/api/core/errors';
import { languageFor } from '@tandem/api/core/language';
import type { Platform } from '@tandem/api/core/platform';
import { SESSION_COOKIE } from '@tandem/api/session/session.cookie';
import { actorForToken } from '@tandem/api/session/session.service';
import type { Language } from '@tandem/shared/user/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isOwnOrigin } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
    language: Language;
  }
  interface FastifyContextConfig {
    /** The route answers other origins, without credentials. */
    crossOrigin?: boolean;
    /** The route needs no actor: health, files of the web. */
    anonymous?: boolean;
    /** Its body is a file, which may take long to arrive. */
    takesFile?: boolean;
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Finds out who asks, before any route runs: by the Authorization header where there is one, valid or not,
 * else by the cookie. A write by cookie must come from our own pages.
 */
export async function registerSession(app: FastifyInstance, platform: Platform): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('actor');
  app.decorateRequest('language');
  app.addHook('onRequest', async (request) => {
    request.actor = anonymous;
    request.language = languageFor(request.headers['accept-language']);
    // By the route, since a path can be spelled in many ways.
    const path = request.routeOptions.url ?? request.url;
    if (request.routeOptions.config.anonymous || !path.startsWith('/api/')) return;
    refuseForeignWrites(request, platform);
    const credential = credentialOf(request, platform);
    if (!credential) return;
    const known = await actorForToken(platform, credential.token);
    if (!known) return;
    request.actor = known.actor;
    request.language = known.language ?? request.language;
  });
}

interface Credential {
  kind: 'bearer' | 'cookie';
  token: string;
}

function credentialOf(request: FastifyRequest, platform: Platform): Credential | null {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
    return token === undefined ? null : { kind: 'bearer', token };
  }
  // A caller on another origin is answered as a stranger.
  const isForeign = request.headers.origin !== undefined && !isOwnOrigin(request, platform);
  if (request.routeOptions.config.crossOrigin && isForeign) return null;
  const token = request.cookies[SESSION_COOKIE];
  return token ? { kind: 'cookie', token } : null;
}

function refuseForeignWrites(request: FastifyRequest, platform: Platform): void {
  if (READS.has(request.method) && request.headers.upgrade === undefined) return;
  if (request.routeOptions.config.crossOrigin) return;
  const { origin } = request.headers;
  const byCookie =
    request.headers.authorization === undefined && request.cookies[SESSION_COOKIE] !== undefined;
  if (origin === undefined ? byCookie : !isOwnOrigin(request, platform)) throw new AppError('foreignOrigin');
}

/** The context of one HTTP request, or of a socket at its upgrade. */
export function contextOf(request: FastifyRequest, platform: Platform, carrier: Context['carrier']): Context {
  return {
    actor: request.actor,
    db: platform.database.db,
    log: request.log,
    platform,
    carrier,
    language: request.language,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
  };
}
