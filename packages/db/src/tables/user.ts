import type { Language } from '@tandem/shared/user/schema';
import type { Generated, GeneratedAlways } from 'kysely';

export interface UserTable {
  id: GeneratedAlways<number>;
  /** Lower case, unique. */
  email: string;
  name: string;
  avatar: Generated<string>;
  language: Language | null;
  currentTeamId: string | null;
  createdAt: Generated<Date>;
}

/** A third-party account: issuer and subject name a person, never the address. */
export interface IdentityTable {
  issuer: string;
  subject: string;
  userId: number;
  createdAt: Generated<Date>;
}
