import * as z from 'zod';

/** Covers that are drawn, not uploaded. */
export const coverGradients = ['dawn', 'sea', 'meadow', 'dusk', 'ember', 'slate', 'orchid', 'sand'] as const;
export type CoverGradient = (typeof coverGradients)[number];

/** A document's cover: a gradient, the id of a file of the document, or '' for none. */
export const coverSchema = z.union([z.literal(''), z.enum(coverGradients), z.uuid()]);
export type Cover = z.output<typeof coverSchema>;

/** Vertical position of a picture higher than the cover: 0 for its top, 100 for its bottom. */
export const coverYSchema = z.int().min(0).max(100);

/** Whether a cover is an uploaded picture. */
export function isCoverFile(cover: Cover): boolean {
  return cover !== '' && !isGradient(cover);
}

export function isGradient(cover: Cover): cover is CoverGradient {
  return (coverGradients as readonly string[]).includes(cover);
}

/** A document's appearance. */
export interface DocumentAppearance {
  cover: Cover;
  coverY: number;
  isWide: boolean;
  /** The higher one is the newer. */
  attributeRevision: number;
}
