import * as z from 'zod';
import { iconSchema } from '../app/schema.ts';
import type { Channel } from '../channel/schema.ts';
import { displayNameSchema, type Person } from '../user/schema.ts';
import { coverSchema, coverYSchema, type DocumentAppearance } from './appearance.ts';
import { type Block, blocksSchema, MAX_DOCUMENT_TEXT } from './blocks.ts';

/** Forms in which a document is read and written. */
export const documentFormats = ['blocks', 'markdown', 'html'] as const;
export type DocumentFormat = (typeof documentFormats)[number];
export const textFormatSchema = z.enum(['markdown', 'html']);

/** Content as it is written: a text in one of the formats, or blocks. */
export const writtenContentSchema = z.union([z.string().max(MAX_DOCUMENT_TEXT), blocksSchema]);
export type WrittenContent = z.output<typeof writtenContentSchema>;

export const documentByIdSchema = z.strictObject({
  /** Refuses a document of another app. */
  appId: z.uuid().optional(),
  documentId: z.uuid(),
});

export const readContentSchema = z.strictObject({
  documentId: z.uuid(),
  format: z.enum(documentFormats).default('blocks'),
});

export const documentChangesSchema = z.strictObject({
  documentId: z.uuid(),
  /** The number of the newest change that the reader holds; 0 when they hold none. */
  after: z.int().min(0).default(0),
});

export const putContentSchema = z.strictObject({
  documentId: z.uuid(),
  content: writtenContentSchema,
  /** What a text is written in; blocks are blocks. */
  format: textFormatSchema.default('markdown'),
  /** Refuse when the document is at another change by now. */
  ifSeq: z.int().min(0).optional(),
});

export const appendContentSchema = putContentSchema.omit({ ifSeq: true });

export const createDocumentSchema = z.strictObject({
  appId: z.uuid(),
  parentId: z.uuid().nullish(),
  name: displayNameSchema.optional(),
  content: writtenContentSchema.optional(),
  format: textFormatSchema.default('markdown'),
  /** A template that comes along, in place of content; it gives name and icon too. */
  templateId: z.uuid().optional(),
  icon: iconSchema.optional(),
  clientKey: z.uuid().optional(),
});
export type CreateDocument = z.output<typeof createDocumentSchema>;

export const createDocumentAppSchema = z.strictObject({
  name: displayNameSchema,
  spaceId: z.uuid().optional(),
  icon: iconSchema.optional(),
  clientKey: z.uuid().optional(),
});
export type CreateDocumentApp = z.output<typeof createDocumentAppSchema>;

export const documentAttributesSchema = documentByIdSchema.extend({
  title: displayNameSchema.optional(),
  icon: iconSchema.optional(),
  cover: coverSchema.optional(),
  coverY: coverYSchema.optional(),
  isWide: z.boolean().optional(),
});
export type DocumentAttributes = z.output<typeof documentAttributesSchema>;

export const recentDocumentsSchema = z.strictObject({ limit: z.int().min(1).max(100).default(20) });

/** Documents that are copied at once at most. */
export const MAX_COPIES = 200;
/** What their blocks hold in all, unless it is one alone: they stand in memory together. */
export const MAX_COPIED_MEGABYTES = 32;

export const duplicateDocumentSchema = z.strictObject({
  documentId: z.uuid(),
  /** With the documents below it. */
  withBelow: z.boolean().default(true),
  clientKey: z.uuid().optional(),
});

export type DuplicateDocument = z.output<typeof duplicateDocumentSchema>;

/** What is known of a document beside its content. */
export interface DocumentInfo extends DocumentAppearance {
  id: string;
  appId: string;
  parentId: string | null;
  title: string;
  icon: string;
  /** Number of its newest change. */
  seq: number;
  /** As of when it was last read; null before that. */
  wordCount: number | null;
  createdAt: Date;
  editedAt: Date;
  /** The person who changed it last; null where the account is gone. */
  updater: Person | null;
  archivedAt: Date | null;
  level: Channel['level'];
  abilities: Channel['abilities'];
}

/** What a document holds, as of its change `seq`. */
export type DocumentReading = {
  documentId: string;
  seq: number;
  wordCount: number;
  /** It is the last good version: the newest state cannot be read. */
  isFrozen?: true;
} & ({ format: 'blocks'; content: Block[] } | { format: 'markdown' | 'html'; content: string });

/** What a reader without an open connection lacks of a document. */
export interface DocumentChanges {
  /** Number of the newest change. */
  seq: number;
  /** What came after those that they hold, in the encoding of Yjs, as base64; null when nothing did. */
  update: string | null;
}
