import * as z from 'zod';
import type { ExtractionProblem } from '../file/reading.ts';
import { MAX_FILE_PAGES } from '../file/reading.ts';
import { keysetLimitSchema, pageRequestSchema } from '../pagination/schema.ts';

/** Kinds of entries in a dataset's tree. */
export const sourceKinds = ['folder', 'file', 'text', 'page', 'sitemap', 'document'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Why the content of a source could not be fetched, or an archive be unpacked. */
export const SOURCE_PROBLEMS = [
  'unreachable',
  'notFound',
  'refused',
  'notReadable',
  'tooLarge',
  'stopped',
  'interrupted',
  'archiveBroken',
  'archiveEmpty',
  'archiveEncrypted',
  'archiveFull',
  'archiveNested',
  'archiveRefused',
  'archiveTooLarge',
  'archiveUnsafe',
] as const;
export type SourceProblem = (typeof SOURCE_PROBLEMS)[number];

/** Where a source stands; one that was stopped has failed. */
export const sourceStatuses = ['queued', 'reading', 'ready', 'failed'] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

/** An entry of a dataset's tree as its readers see it. */
export interface Source {
  id: string;
  datasetId: string;
  parentId: string | null;
  kind: SourceKind;
  /** Of a document its own, empty while it has none. */
  name: string;
  /** Compared by code points, it puts sources in order by name; equal ones are in the order of their ids. */
  sortKey: string;
  /** Of a folder `ready`. */
  status: SourceStatus;
  /** Why it failed; null otherwise. */
  problem: SourceProblem | ExtractionProblem | null;
  /** Its content; null for folders, and before the first fetch. */
  file: { id: string; mediaType: string; size: number } | null;
  /** SHA-256 of its content: a citation with another hash was made from an earlier one. */
  hash: string | null;
  /** Pages of the whole; null until known. */
  pages: number | null;
  /** Pages that were read. */
  done: number;
  /** Those of them that are pictures of text, which are read last, and how many of these were read. */
  scans: number;
  recognised: number;
  /** Whether an earlier version of reading got no text of some pages, which can be read again. */
  isOutdated: boolean;
  url: string | null;
  /** Hours between fetches; null for never again. */
  refreshHours: number | null;
  fetchedAt: Date | null;
  documentId: string | null;
  creatorId: number;
  createdAt: Date;
  changedAt: Date;
  /** The dataset's when it last changed; reading does not count. An older copy never replaces a newer one. */
  revision: number;
}

/** Longest path of a file below the folder that was uploaded. */
const MAX_PATH = 1_000;
/** Deepest folder. */
export const MAX_SOURCE_DEPTH = 32;
/** Sources added, or changed, by one call. */
export const MAX_SOURCES_AT_ONCE = 200;
/** Sources of one dataset. */
export const MAX_SOURCES = 20_000;
/** Characters of a pasted text. */
export const MAX_PASTED = 1_000_000;
/** Characters of the address of a page, as it is sent: what an index of the database holds. */
export const MAX_WEB_ADDRESS = 2_000;
/** Hours between fetches of a page that people can choose. */
export const refreshChoices = [1, 6, 24, 168] as const;

export const sourceNameSchema = z
  .string()
  .overwrite((name) => name.replaceAll(/\p{Cc}/gu, ' ').trim())
  .min(1)
  .max(200);

const place = { datasetId: z.uuid(), parentId: z.uuid().nullish() };
const webAddressSchema = z
  .url({ protocol: /^https?$/, hostname: z.regexes.domain })
  .max(MAX_WEB_ADDRESS)
  // Letters beyond ASCII become several characters each.
  .refine((url) => (URL.parse(url)?.href.length ?? 0) <= MAX_WEB_ADDRESS, { message: 'too long' });
const refreshSchema = z.union(refreshChoices.map((hours) => z.literal(hours))).nullish();

/** Adds uploads of the caller. `path`: folders with the name, separated by `/`, as in an uploaded folder. */
export const addFilesSchema = z.strictObject({
  ...place,
  files: z
    .array(z.strictObject({ fileId: z.uuid(), path: z.string().min(1).max(MAX_PATH).optional() }))
    .min(1)
    .max(MAX_SOURCES_AT_ONCE)
    .refine((files) => new Set(files.map(({ fileId }) => fileId)).size === files.length, {
      message: 'given twice',
    }),
});
export type AddFiles = z.output<typeof addFilesSchema>;

export const addFolderSchema = z.strictObject({ ...place, name: sourceNameSchema });
export type AddFolder = z.output<typeof addFolderSchema>;

export const addTextSchema = z.strictObject({
  ...place,
  name: sourceNameSchema,
  /** Plain text or Markdown. */
  text: z.string().min(1).max(MAX_PASTED),
  clientKey: z.uuid().optional(),
});
export type AddText = z.output<typeof addTextSchema>;

/** Adds a web page, or all pages of a sitemap. */
export const addPageSchema = z.strictObject({
  ...place,
  url: webAddressSchema,
  kind: z.enum(['page', 'sitemap']).default('page'),
  refreshHours: refreshSchema,
});
export type AddPage = z.output<typeof addPageSchema>;

/** Adds documents of the workspace, which are followed as they change. */
export const addDocumentsSchema = z.strictObject({
  ...place,
  documentIds: z.array(z.uuid()).min(1).max(MAX_SOURCES_AT_ONCE),
});
export type AddDocuments = z.output<typeof addDocumentsSchema>;

const sources = z.array(z.uuid()).min(1).max(MAX_SOURCES_AT_ONCE);

/** Several sources of one dataset. */
export const sourcesSchema = z.strictObject({ datasetId: z.uuid(), sourceIds: sources });
export type Sources = z.output<typeof sourcesSchema>;

export const updateSourceSchema = z.strictObject({
  sourceId: z.uuid(),
  name: sourceNameSchema.optional(),
  refreshHours: refreshSchema,
});
export type UpdateSource = z.output<typeof updateSourceSchema>;

/** Puts sources into a folder of their dataset; null for its top. */
export const moveSourcesSchema = sourcesSchema.extend({ parentId: z.uuid().nullable() });
export type MoveSources = z.output<typeof moveSourcesSchema>;

/** Gives a source another content; earlier citations keep pointing at the old one, and say so. */
export const replaceSourceSchema = z.strictObject({ sourceId: z.uuid(), fileId: z.uuid() });
export type ReplaceSource = z.output<typeof replaceSourceSchema>;

/** Lists one folder: folders first, then by name. */
export const listSourcesSchema = z.strictObject({
  datasetId: z.uuid(),
  parentId: z.uuid().nullish(),
  /** Only those in this state, in all folders. */
  status: z.enum(sourceStatuses).optional(),
  cursor: z.string().max(2_000).optional(),
  limit: keysetLimitSchema,
});
export type ListSources = z.output<typeof listSourcesSchema>;

/** Lists a dataset's sources by numbered pages, from all folders and without these. */
export const pageSourcesSchema = z.strictObject({
  datasetId: z.uuid(),
  pagination: pageRequestSchema.prefault({}),
});

/** Lists a source's pages by numbered pages. */
export const pageSourcePagesSchema = z.strictObject({
  datasetId: z.uuid(),
  sourceId: z.uuid(),
  pagination: pageRequestSchema.prefault({}),
});

/** `after`: index of the last page that the reader has. */
export const sourcePagesSchema = z.strictObject({
  sourceId: z.uuid(),
  after: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(MAX_FILE_PAGES).default(20),
});
