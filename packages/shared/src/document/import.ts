import * as z from 'zod';

/** Endings of files that become documents. */
export const importedEndings = ['md', 'markdown', 'html', 'htm', 'docx'] as const;
/** Endings of files that can be imported: archives hold such files. */
export const importEndings = [...importedEndings, 'zip'] as const;

/** Documents that one import makes at most. */
export const MAX_IMPORTED_DOCUMENTS = 500;
/** Names in an archive, whatever they are of. */
export const MAX_ARCHIVE_ENTRIES = 10_000;
/** What is unpacked of an archive at most. */
export const MAX_UNPACKED_MEGABYTES = 512;

export const importDocumentsSchema = z.strictObject({
  appId: z.uuid(),
  parentId: z.uuid().nullish(),
  /** An upload of one's own that belongs to nothing yet. */
  fileId: z.uuid(),
});
export type ImportDocuments = z.output<typeof importDocumentsSchema>;

/**
 * Why something did not come along: `unsupported` is of a kind that is not imported, `unused` is named by no document,
 * `missing` is named but not there, `tooLarge` and `unreadable` speak for themselves, `duplicate` has the name of
 * another, `properties` are those of the front matter besides title and icon, `comments` are those of a Word
 * document that are empty, unreadable or more than fit, `title` is one that was cut.
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
  /** A path within the archive, or what a document calls it. */
  name: string;
  reason: LeftOutReason;
}

/** What an import made. */
export interface ImportReport {
  /** Each before those below it, siblings in their order; a `parentId` that is none of them is the place. */
  documents: { id: string; parentId: string | null; title: string }[];
  /** The first of what did not come along. */
  leftOut: LeftOut[];
  leftOutCount: number;
}
