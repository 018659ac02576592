import type { ErrorKey } from '@tandem/shared/error/catalogue';

/** The actor of a call. Identity comes only from a verified session, never from a body or header. */
export type Actor = AnonymousActor | UserActor | SystemActor;

export interface AnonymousActor {
  kind: 'anonymous';
  /** How the session of their token ended. */
  ended?: SessionEndError;
}

/** Error for the holder of an ended session. */
export type SessionEndError = Extract<ErrorKey, `session${string}`>;

export interface UserActor {
  kind: 'user';
  userId: number;
  sessionId: string;
  /**
   * The session's current team, whose lists it reads; null for none. Rows of other teams stay reachable by
   * id.
   */
  teamId: string | null;
}

/** The installation itself: jobs, recovery, start-up. */
export interface SystemActor {
  kind: 'system';
  /** The running operation, for logs. */
  reason: string;
}

export const anonymous: AnonymousActor = { kind: 'anonymous' };
