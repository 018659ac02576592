import * as z from 'zod';

/** Covers that are drawn, not uploaded. */
export const coverGradients = ['dawn', 'sea', 'meadow', 'dusk', 'ember', 'slate', 'orchid', 'sand'] as const;
export type CoverGradient = (typeof coverGradients)[number];

/** What stands across the head of a document: a gradient, the id of a file of the document, or '' for nothing. */
export const coverSchema = z.union([z.literal(''), z.enum(coverGradients), z.uuid()]);
export type Cover = z.output<typeof coverSchema>;

/** Which part of a picture is shown where it is higher than its place: 0 its top, 100 its bottom. */
export const coverYSchema = z.int().min(0).max(100);

/** Whether a cover is a picture that was uploaded. */
export function isCoverFile(cover: Cover): boolean {
  return cover !== '' && !isGradient(cover);
}

export function isGradient(cover: Cover): cover is CoverGradient {
  return (coverGradients as readonly string[]).includes(cover);
}

/** What a document looks like beside its words. */
export interface DocumentAppearance {
  cover: Cover;
  coverY: number;
  isWide: boolean;
  /** The higher one is the newer. */
  attributeRevision: number;
}
