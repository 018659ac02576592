import type { TeamPreference, TeamRole } from '@tandem/shared/team/schema';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export interface TeamTable {
  id: Generated<string>;
  /** Order of creation; the first team's owners and admins operate the installation. */
  number: GeneratedAlways<number>;
  name: string;
  /** Path of a picture; "" for none. */
  logo: Generated<string>;
  preference: JSONColumnType<Partial<TeamPreference>>;
  /** Rises with every change of spaces, apps, channels or their access. */
  treeRevision: Generated<number>;
  createdAt: Generated<Date>;
}

export interface MemberTable {
  teamId: string;
  userId: number;
  role: TeamRole;
  suspendedAt: Date | null;
  createdAt: Generated<Date>;
  /** Team tree revision of the last change of this member's access alone: by a grant or their role. */
  accessRevision: Generated<number>;
}

export interface SpaceTable {
  id: Generated<string>;
  teamId: string;
  name: string;
  sort: string;
  createdAt: Generated<Date>;
  deletedAt: Date | null;
  /** Team tree revision at which it last changed. */
  revision: Generated<number>;
}

/** One row: facts about the whole installation. */
export interface InstallationTable {
  id: Generated<string>;
  singleton: Generated<boolean>;
  /** Proves that a server holds the key that signed the sessions here. */
  keyFingerprint: string;
  createdAt: Generated<Date>;
}
