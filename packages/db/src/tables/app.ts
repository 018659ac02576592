import type { AppVisibility } from '@tandem/shared/access/permissions';
import type { AppType } from '@tandem/shared/app/schema';
import type { Generated } from 'kysely';

export interface AppTable {
  id: Generated<string>;
  teamId: string;
  spaceId: string;
  type: AppType;
  name: string;
  icon: Generated<string>;
  description: Generated<string>;
  visibility: Generated<AppVisibility>;
  /** Rank of the permission that every member has while the app is visible to the team. */
  level: Generated<number>;
  creatorId: number;
  sort: string;
  clientKey: string | null;
  createdAt: Generated<Date>;
  deletedAt: Date | null;
  /** Its channels went to the archive with it. */
  archivedAt: Date | null;
  /** Its owner; null: its creator. */
  ownerId: number | null;
  /** The member whose own app it is, which nobody else sees; one in each team. Null: like any other. */
  personalUserId: number | null;
  /** Team tree revision at which it last changed. */
  revision: Generated<number>;
  /** Team tree revision at which someone may last have lost sight of it: binned, moved or re-scoped. */
  hiddenRevision: Generated<number>;
  /** How the name is spelt; empty where nothing is, null where it is not known yet. */
  spelling: Generated<string | null>;
}

/** A member's permission on an app or channel, gone with their membership. Its maker holds one of rank manage from the start. */
export interface GrantTable {
  targetId: string;
  userId: number;
  teamId: string;
  level: number;
  /** The person who gave it last; null for the creator's own, or when their account is gone. */
  granterId: number | null;
  createdAt: Generated<Date>;
}
