import type { CodePurpose, SessionEnd } from '@tandem/shared/session/schema';
import type { Generated } from 'kysely';

export interface SessionTable {
  id: string;
  userId: number;
  /** The team whose lists it reads; null for the first in which its person is active. */
  teamId: Generated<string | null>;
  userAgent: string;
  ip: string;
  createdAt: Generated<Date>;
  lastSeenAt: Generated<Date>;
  expiresAt: Date;
  revokedAt: Date | null;
  /** The person who ended it, if its holder is told; null for nobody, or its holder. */
  endedBy: Generated<SessionEnd | null>;
}

/** A code of an address for one purpose, hashed; burnt by use, age or wrong tries. */
export interface LoginCodeTable {
  id: Generated<number>;
  email: string;
  /** The requesting client, as limits identify clients. */
  requester: Generated<string>;
  purpose: Generated<CodePurpose>;
  hash: Buffer;
  /** Tries of its requester, and of everyone else. */
  tries: Generated<number>;
  foreignTries: Generated<number>;
  expiresAt: Date;
}

/** State of a third-party sign-in started by a browser. */
export interface OauthStateTable {
  state: string;
  providerId: string;
  verifier: string;
  nonce: string;
  returnTo: string;
  expiresAt: Date;
}

/** Counts of something within a window, for limits that hold over several processes. */
export interface RateCountTable {
  key: string;
  count: number;
  windowEndsAt: Date;
}
