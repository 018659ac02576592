import type { Language, UserPreference } from '@tandem/shared/user/schema';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export interface UserTable {
  id: GeneratedAlways<number>;
  /** Lower case, unique. */
  email: string;
  name: string;
  avatar: Generated<string>;
  language: Language | null;
  currentTeamId: string | null;
  preference: JSONColumnType<Partial<UserPreference>, string | undefined, string>;
  createdAt: Generated<Date>;
  /** Set when the person deleted their account: their content stays, their personal data is gone. */
  deletedAt: Date | null;
  /** Spelling of the name; empty for nothing to spell, null when not computed yet. */
  spelling: Generated<string | null>;
}

/** A third-party account: issuer and subject name a person, never the address. */
export interface IdentityTable {
  issuer: string;
  subject: string;
  userId: number;
  createdAt: Generated<Date>;
}
