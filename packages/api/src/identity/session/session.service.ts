import { onCommit } from '@tandem/db';
import type { SessionEnd } from '@tandem/shared/session/schema';
import type { Language, Profile } from '@tandem/shared/user/schema';
import { type AnonymousActor, anonymous, type SessionEndError, type UserActor } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { profileOf } from '../user/user.service.ts';
import { actorOfSession, endOfSession, revokeSession, touchSession } from './session.repo.ts';
import { sessionIdOf, signToken, type TokenScope } from './token.ts';

export { SESSION_COOKIE } from './cookie.ts';

/** The caller, and the language they chose. */
export interface Asker {
  actor: UserActor | AnonymousActor;
  language: Language | null;
}

const nobody: Asker = { actor: anonymous, language: null };

/**
 * Returns the person of a token, from cookie or bearer: nobody when it is not ours or its session has ended.
 * Reads the session each time, so that signing out applies everywhere immediately.
 * @param named a team instead of the session's
 * @throws AppError `notFound` unless they are active in the named team
 */
export async function actorForToken(platform: Platform, token: string, named?: string): Promise<Asker> {
  const sessionId = await sessionIdOf(tokenScope(platform), token);
  return sessionId === null ? nobody : actorForSession(platform, sessionId, named);
}

/**
 * Returns the person of a session, in its current team; for an ended one an anonymous actor with the reason.
 * @param named a team instead of the session's
 * @throws AppError `notFound` unless they are active in the named team
 */
export async function actorForSession(platform: Platform, sessionId: string, named?: string): Promise<Asker> {
  const found = await actorOfSession(platform.database.db, sessionId, named);
  if (!found) return formerHolder(platform, sessionId);
  if (named !== undefined && found.teamId === null) throw new AppError('notFound');
  if (found.seenLongAgo) touch(platform, sessionId);
  const { userId, teamId, language } = found;
  return { actor: { kind: 'user', userId, sessionId, teamId }, language };
}

const errorOfEnd = {
  elsewhere: 'sessionElsewhere',
  administrator: 'sessionAdministrator',
  removed: 'sessionRemoved',
} as const satisfies Record<SessionEnd, SessionEndError>;

/** An anonymous actor who held an ended session. Gives no reason when its holder ended it, or it expired. */
async function formerHolder({ database }: Platform, sessionId: string): Promise<Asker> {
  const end = await endOfSession(database.db, sessionId);
  if (!end || end.expired) return nobody;
  const known = end.endedBy && errorOfEnd[end.endedBy];
  const ended = known ?? (end.suspended && !end.revoked ? 'sessionSuspended' : null);
  return ended ? { actor: { kind: 'anonymous', ended }, language: null } : nobody;
}

function tokenScope({ settings, installationId }: Platform): TokenScope {
  return { secretKey: settings.secretKey, installationId };
}

const touching = new Set<string>();

/** Notes that the session is in use, once for all calls that arrive together, and without holding them up. */
function touch({ database, log }: Platform, sessionId: string): void {
  if (touching.has(sessionId)) return;
  touching.add(sessionId);
  touchSession(database.db, sessionId)
    .catch((err) => log.debug({ err }, 'could not note that a session is in use'))
    .finally(() => touching.delete(sessionId));
}

/** A newly started session. */
export interface OpenedSession {
  id: string;
  userId: number;
  expiresAt: Date;
}

/** Result of signing in: the token and the person. */
export interface SignedIn {
  token: string;
  user: Profile;
}

/** Returns the token of a committed session, with its person's profile. */
export async function presentSession({ platform }: Context, session: OpenedSession): Promise<SignedIn> {
  const token = await signToken(tokenScope(platform), session);
  const found = await actorOfSession(platform.database.db, session.id);
  const user = await profileOf({ db: platform.database.db }, session.userId, found?.teamId ?? null);
  return { token, user };
}

/** Ends a session everywhere immediately; idempotent. */
export async function endSession({ db, platform }: Context, sessionId: string): Promise<void> {
  const ended = await revokeSession(db, sessionId);
  if (ended) onCommit(db, () => announceEnd(platform, ended.userId, [sessionId]));
}

/** Announces ended sessions to every process, so that their open streams close. */
export function announceEnd({ bus }: Platform, userId: number, sessionIds: string[]): void {
  const message = { type: 'session.ended', sessionIds };
  bus.publish(topics.user(userId), message);
  bus.publish(topics.all, message);
}
