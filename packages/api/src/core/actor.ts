import type { ErrorKey } from '@tandem/shared/error/catalogue';

/** The actor of a call. Identity comes only from a verified session, never from a body or header. */
export type Actor = AnonymousActor | UserActor | SystemActor;

export interface AnonymousActor {
  kind: 'anonymous';
  /** How the session ended whose token they hold. */
  ended?: SessionEndError;
}

/** What the holder of a session that has ended is told. */
export type SessionEndError = Extract<ErrorKey, `session${string}`>;

export interface UserActor {
  kind: 'user';
  userId: number;
  sessionId: string;
  /** The team whose lists the session reads now; null when in none. Rows of other teams stay reachable by id. */
  teamId: string | null;
}

/** The installation itself: jobs, recovery, start-up. */
export interface SystemActor {
  kind: 'system';
  /** What runs, for logs. */
  reason: string;
}

export const anonymous: AnonymousActor = { kind: 'anonymous' };
