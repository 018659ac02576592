import type { Db } from '@tandem/db';
import type { Language } from '@tandem/shared/user/schema';
import type { Actor, SystemActor, UserActor } from './actor.ts';
import type { Logger } from './log.ts';
import type { Platform } from './platform.ts';

/** Passed to every operation: the actor, the database handle, and the platform. */
export interface Context {
  actor: Actor;
  db: Db;
  log: Logger;
  platform: Platform;
  /** Transport of the request; sockets carry subscriptions only. */
  carrier: 'http' | 'socket' | 'internal';
  /** Language of sentences to this reader. */
  language: Language;
  /**
   * The language the browser or program requests, whatever its person chose here; absent when it names none
   * we support.
   */
  wantedLanguage?: Language;
  /** Client address, for limits; forwarded headers count only from a trusted proxy. */
  ip: string;
  userAgent: string;
  /** Reloads the actor and their language, where the transport outlives one call; absent otherwise. */
  renew?(): Promise<void>;
  /** Fulfilled when the carrier can take more of a stream, or at the signal; absent: it always can. */
  drained?(signal: AbortSignal): Promise<void>;
}

/** A context whose actor is a signed-in person. */
export interface UserContext extends Context {
  actor: UserActor;
}

/** A context for the installation's own work: jobs, recovery, start-up. */
export function systemContext(platform: Platform, reason: string): Context & { actor: SystemActor } {
  return {
    actor: { kind: 'system', reason },
    db: platform.database.db,
    log: platform.log.child({ system: reason }),
    platform,
    carrier: 'internal',
    language: 'en',
    ip: '',
    userAgent: '',
  };
}
