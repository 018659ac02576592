import cookie from '@fastify/cookie';
import { type Actor, anonymous } from '@tandem/api/core/actor';
import type { Context } from '@tandem/api/core/context';
import { AppError, notSignedIn } from '@tandem/api/core/errors';
import { languageFor, wantedLanguage } from '@tandem/api/core/language';
import type { Platform } from '@tandem/api/core/platform';
import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import { actorForToken } from '@tandem/api/identity/session/session.service';
import type { Language } from '@tandem/shared/user/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { isOwnOrigin } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
    language: Language;
    /** Why no context exists; procedures report it in their own form. */
    refusal: AppError | null;
  }
  interface FastifyContextConfig {
    /** The route answers other origins, without credentials. */
    crossOrigin?: boolean;
    /** The route needs no actor: health, files of the web. */
    anonymous?: boolean;
    /** Its body is a file, which may arrive slowly. */
    takesFile?: boolean;
    /** For signed-in people only. */
    signedIn?: boolean;
  }
}

/** Names the team that a call is about. */
const TEAM_HEADER = 'x-tandem-team';
const teamSchema = z.uuid().optional();
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Identifies the caller before any route runs: by the Authorization header if present, valid or not, else by
 * the cookie. A write by cookie must come from our own pages.
 */
export async function registerSession(app: FastifyInstance, platform: Platform): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('actor');
  app.decorateRequest('language');
  app.decorateRequest('refusal', null);
  app.addHook('onRequest', async (request) => {
    request.actor = anonymous;
    request.language = languageFor(request.headers['accept-language']);
    // Checked by route, since a path can be spelled in many ways.
    const path = request.routeOptions.url ?? request.url;
    if (request.routeOptions.config.anonymous || !path.startsWith('/api/')) return;
    refuseForeignWrites(request, platform);
    const credential = credentialOf(request, platform);
    const known = credential && (await holderOf(request, platform, credential));
    if (request.refusal) return;
    if (known) request.actor = known.actor;
    if (known?.actor.kind !== 'user') return refuseStrangersBody(request);
    request.language = known.language ?? request.language;
  });
}

/** Finds the person of a credential. A request that names a team they are not in is refused. */
async function holderOf(request: FastifyRequest, platform: Platform, { token }: Credential) {
  try {
    return await actorForToken(platform, token, namedTeam(request));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    request.refusal = error;
    return null;
  }
}

/**
 * Returns the team a program names for a call instead of its session's.
 * @throws AppError `invalidInput` when that is not an id
 */
export function namedTeam({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const team = teamSchema.safeParse(headers[TEAM_HEADER]);
  if (!team.success) throw new AppError('invalidInput', { reason: TEAM_HEADER });
  return team.data;
}

/** Maximum body bytes of a stranger: signing in and reporting an error need far less. */
const STRANGERS_BYTES = 64 * 1024;

/** Refuses a stranger's long body before it is read, since the work would be wasted. */
function refuseStrangersBody({ actor, headers, routeOptions }: FastifyRequest): void {
  if (routeOptions.config.signedIn) throw notSignedIn(actor);
  const isUnknown = headers['content-length'] === undefined && headers['transfer-encoding'] !== undefined;
  if (isUnknown || Number(headers['content-length'] ?? 0) > STRANGERS_BYTES) throw new AppError('tooLarge');
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

/** The context of one HTTP request, or of a socket at its upgrade. @throws AppError why it is refused */
export function contextOf(request: FastifyRequest, platform: Platform, carrier: Context['carrier']): Context {
  if (request.refusal) throw request.refusal;
  const wanted = wantedLanguage(request.headers['accept-language']);
  return {
    actor: request.actor,
    db: platform.database.db,
    log: request.log,
    platform,
    carrier,
    language: request.language,
    ...(wanted && { wantedLanguage: wanted }),
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
  };
}
