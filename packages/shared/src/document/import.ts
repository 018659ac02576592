import * as z from 'zod';

/** Endings of files that become documents. */
export const importedEndings = ['md', 'markdown', 'html', 'htm', 'docx'] as const;
/** Endings of files that can be imported: archives hold such files. */
export const importEndings = [...importedEndings, 'zip'] as const;

/** Documents that one import makes at most. */
export const MAX_IMPORTED_DOCUMENTS = 500;
/** Names in an archive, whatever they are of. */
export const MAX_ARCHIVE_ENTRIES = 10_000;
/** Maximum unpacked size of an archive. */
export const MAX_UNPACKED_MEGABYTES = 512;

export const importDocumentsSchema = z.strictObject({
  appId: z.uuid(),
  parentId: z.uuid().nullish(),
  /** An unattached upload of one's own. */
  fileId: z.uuid(),
});
export type ImportDocuments = z.output<typeof importDocumentsSchema>;

/**
 * Why something was not imported: `unsupported` for its type, `unused` when no document refers to it,
 * `missing` when referred to but absent, `tooLarge`, `unreadable`, `duplicate` for a repeated name,
 * `properties` for front matter other than title and icon, `comments` for those of a Word document that are
 * empty, unreadable or too many, `title` for a truncated one.
 */
export const leftOutReasons = [
  'unsupported',
  'unused',
  'missing',
  'tooLarge',
  'unreadable',
  'duplicate',
  'properties',
  'comments',
  'title',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
export interface LeftOut {
  /** A path in the archive, or a document's name for it. */
  name: string;
  reason: LeftOutReason;
}

/** Result of an import. */
export interface ImportReport {
  /** Parents before children, siblings in order; a `parentId` outside the list is the destination. */
  documents: { id: string; parentId: string | null; title: string }[];
  /** The first items that were not imported. */
  leftOut: LeftOut[];
  leftOutCount: number;
}
