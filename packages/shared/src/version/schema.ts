import type { Person } from '../user/schema.ts';

/** Why a state was kept: someone asked, time passed, or something was about to change it. */
export const versionCauses = ['named', 'automatic', 'ai', 'restore'] as const;
export type VersionCause = (typeof versionCauses)[number];

/** A state of a document that can be gone back to. */
export interface Version {
  id: string;
  documentId: string;
  cause: VersionCause;
  /** "" unless someone named it. */
  name: string;
  /** Who made it; of automatic ones, who had written last. Null when their account is gone. */
  author: Person | null;
  wordCount: number;
  createdAt: Date;
}
