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

/** Written content: a text in one of the formats, or blocks. */
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
  /** Number of the client's newest change; 0 for none. */
  after: z.int().min(0).default(0),
});

export const putContentSchema = z.strictObject({
  documentId: z.uuid(),
  content: writtenContentSchema,
  /** Format of a text; ignored for blocks. */
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
  /** A built-in template in place of content; also sets name and icon. */
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

/** Maximum documents copied at once. */
export const MAX_COPIES = 200;
/**
 * Maximum megabytes of their blocks together, since they are in memory at once; does not apply to a single
 * document.
 */
export const MAX_COPIED_MEGABYTES = 32;

export const duplicateDocumentSchema = z.strictObject({
  documentId: z.uuid(),
  /** Includes the documents below it. */
  withBelow: z.boolean().default(true),
  clientKey: z.uuid().optional(),
});

export type DuplicateDocument = z.output<typeof duplicateDocumentSchema>;

/** Metadata of a document. */
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
  /** The last editor; null for a deleted account. */
  updater: Person | null;
  archivedAt: Date | null;
  level: Channel['level'];
  abilities: Channel['abilities'];
}

/** A document's content at its change `seq`. */
export type DocumentReading = {
  documentId: string;
  seq: number;
  wordCount: number;
  /** Set for the last readable version, because the newest state cannot be read. */
  isFrozen?: true;
} & ({ format: 'blocks'; content: Block[] } | { format: 'markdown' | 'html'; content: string });

/** Changes for a client without an open connection. */
export interface DocumentChanges {
  /** Number of the newest change. */
  seq: number;
  /** Changes after the client's, in the encoding of Yjs as base64; null for none. */
  update: string | null;
}
