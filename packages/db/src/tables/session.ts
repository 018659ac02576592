import type { CodePurpose } from '@tandem/shared/session/schema';
import type { Generated } from 'kysely';

export interface SessionTable {
  id: string;
  userId: number;
  userAgent: string;
  ip: string;
  createdAt: Generated<Date>;
  lastSeenAt: Generated<Date>;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** The one live code of an address for one purpose, hashed; burnt by use, age or wrong tries. */
export interface LoginCodeTable {
  email: string;
  purpose: Generated<CodePurpose>;
  hash: Buffer;
  tries: Generated<number>;
  expiresAt: Date;
}

/** State of one third-party sign-in that a browser has begun. */
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
