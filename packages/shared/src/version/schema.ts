import * as z from 'zod';
import { keysetLimitSchema } from '../pagination/schema.ts';
import type { Person } from '../user/schema.ts';
import type { Difference } from './difference.ts';

/** Why a version was kept: on request, automatically, or before a change. */
export const versionCauses = ['named', 'automatic', 'ai', 'restore', 'overwrite'] as const;
export type VersionCause = (typeof versionCauses)[number];

/** Longest name of a version, in characters. */
export const MAX_VERSION_NAME = 120;
/** Versions that people made or named, of one document. */
export const MAX_NAMED_VERSIONS = 300;
/** Maximum size of one document's named versions. */
export const MAX_NAMED_VERSIONS_MEGABYTES = 512;
/** Maximum size of one document's other versions; the oldest are deleted first. */
export const MAX_UNNAMED_VERSIONS_MEGABYTES = 256;

/** A restorable state of a document. */
export interface Version {
  id: string;
  documentId: string;
  cause: VersionCause;
  /** "" unless someone named it. */
  name: string;
  /** Its author; for automatic versions, the last editor. Null if unknown. */
  author: Person | null;
  wordCount: number;
  createdAt: Date;
  /** The reader's abilities. The archive forbids restoring and renaming. */
  abilities: { rename: boolean; restore: boolean; remove: boolean };
}

/** A version in the list. */
export interface ListedVersion extends Version {
  /** Words of the version before it; null when it is the first. */
  wordsBefore: number | null;
}

/** Result of restoring. */
export interface RestoredVersion {
  /** The previous state, kept for undoing; null when nothing changed. */
  before: Version | null;
}

/** Two states of a document side by side. */
export interface Comparison {
  /** Null: an empty document, before the first version. */
  from: Version | null;
  /** Null for the current document. */
  to: Version | null;
  difference: Difference;
}

/** A one-line name; "" for none. */
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
   * The other side: the document `now`, the version `before` it, or another version of the same document. The
   * older one comes first, except for a named version, which is compared to this one.
   */
  with: z.union([z.enum(['now', 'before']), z.uuid()]).default('now'),
});
export type CompareVersions = z.output<typeof compareVersionsSchema>;
