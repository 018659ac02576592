import * as z from 'zod';
import type { Person } from '../user/schema.ts';
import { isArea } from './place.ts';

/** Readers of a dataset that others are told of. */
export const MAX_READERS = 50;
/** Milliseconds of silence after which a reader counts as gone. */
export const READER_SILENCE_MS = 45_000;

const thousandth = z.int().min(0).max(1_000);
const offset = z.int().min(0).max(999_999);

/** A reader's selection or mark on their page: words by their offsets, or a rectangle. */
export const readerMarkSchema = z.union([
  z.strictObject({ from: offset, to: offset }).refine(({ from, to }) => from < to),
  z.strictObject({
    area: z
      .strictObject({ left: thousandth, top: thousandth, width: thousandth, height: thousandth })
      .refine(isArea),
  }),
]);
export type ReaderMark = z.output<typeof readerMarkSchema>;

/** Where somebody reads in a dataset. */
export const readerPlaceSchema = z.strictObject({
  sourceId: z.uuid(),
  /** Index of the page, from 1. */
  page: z.int().min(1).max(999_999),
  mark: readerMarkSchema.nullable(),
});
export type ReaderPlace = z.output<typeof readerPlaceSchema>;

/** Says where the reader is in a dataset; null: nowhere any more. It expires. */
export const readPlaceSchema = z.strictObject({
  datasetId: z.uuid(),
  place: readerPlaceSchema.nullable(),
});

/** Somebody else who reads a source of the dataset. */
export interface SourceReader extends ReaderPlace {
  person: Person;
}
