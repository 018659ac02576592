import * as z from 'zod';
import { keysetLimitSchema } from '../pagination/schema.ts';
import type { Person } from '../user/schema.ts';
import type { Difference } from './difference.ts';

/** Why a state was kept: someone asked, time passed, or something was about to change it. */
export const versionCauses = ['named', 'automatic', 'ai', 'restore', 'overwrite'] as const;
export type VersionCause = (typeof versionCauses)[number];

/** Longest name of a version, in characters. */
export const MAX_VERSION_NAME = 120;
/** Versions that people made or named, of one document. */
export const MAX_NAMED_VERSIONS = 300;
/** What those of one document may fill in all. */
export const MAX_NAMED_VERSIONS_MEGABYTES = 512;
/** What the others of one document may fill; the oldest go first. */
export const MAX_UNNAMED_VERSIONS_MEGABYTES = 256;

/** A state of a document that can be gone back to. */
export interface Version {
  id: string;
  documentId: string;
  cause: VersionCause;
  /** "" unless someone named it. */
  name: string;
  /** Its author; of automatic versions, the person who had written last. Null when nobody is known. */
  author: Person | null;
  wordCount: number;
  createdAt: Date;
  /** What its reader may do with it. Restoring and renaming are held by the archive too. */
  abilities: { rename: boolean; restore: boolean; remove: boolean };
}

/** A version in the list. */
export interface ListedVersion extends Version {
  /** Words of the version before it; null when it is the first. */
  wordsBefore: number | null;
}

/** What going back did. */
export interface RestoredVersion {
  /** The state before, kept so that this can be taken back; null when nothing had to change. */
  before: Version | null;
}

/** Two states of a document side by side. */
export interface Comparison {
  /** Null: an empty document, before the first version. */
  from: Version | null;
  /** Null: the document as it is now. */
  to: Version | null;
  difference: Difference;
}

/** A name of one line; "" is none. */
const nameSchema = z
  .string()
  .trim()
  .max(MAX_VERSION_NAME)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u);

export const listVersionsSchema = z.strictObject({
  documentId: z.uuid(),
  cursor: z.string().max(1_000).optional(),
  limit: keysetLimitSchema,
});
export type ListVersions = z.output<typeof listVersionsSchema>;

export const createVersionSchema = z.strictObject({
  documentId: z.uuid(),
  name: nameSchema.default(''),
  clientKey: z.uuid().optional(),
});
export type CreateVersion = z.output<typeof createVersionSchema>;

export const versionByIdSchema = z.strictObject({ versionId: z.uuid() });

export const renameVersionSchema = z.strictObject({ versionId: z.uuid(), name: nameSchema });
export type RenameVersion = z.output<typeof renameVersionSchema>;

export const compareVersionsSchema = z.strictObject({
  versionId: z.uuid(),
  /**
   * With what: the document as it is `now`, the version `before` it, or another version of the same document. The
   * older one comes first, but for another that is named: that is what this one is compared to.
   */
  with: z.union([z.enum(['now', 'before']), z.uuid()]).default('now'),
});
export type CompareVersions = z.output<typeof compareVersionsSchema>;
