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
  /** Set when the person deleted their account: what they wrote stays, who they were is gone. */
  deletedAt: Date | null;
  /** How the name is spelt; empty where nothing is, null where it is not known yet. */
  spelling: Generated<string | null>;
}

/** A third-party account: issuer and subject name a person, never the address. */
export interface IdentityTable {
  issuer: string;
  subject: string;
  userId: number;
  createdAt: Generated<Date>;
}
