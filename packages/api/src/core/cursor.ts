import * as z from 'zod';
import { AppError } from './errors.ts';

/** Text of a cursor that is used in a statement, as PostgreSQL accepts it. */
export const cursorText = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => value.isWellFormed() && !value.includes('\0'));

/** A time in a cursor as the database writes it, to the microsecond, which a `Date` would cut. */
export const momentText = cursorText(40).regex(
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/,
);

/** Place in a list of people by name: the name as the database folds it, and the id. */
export const nameCursorSchema = z.tuple([cursorText(400), z.int().min(0).max(2_147_483_647)]);
export type NameCursor = z.output<typeof nameCursorSchema>;

/**
 * Encodes a position in a list, opaque to clients. It contains the sort values, never only the id of a row:
 * looking that up could read a row the reader may not see.
 */
export function writeCursor(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** @throws AppError `invalidInput` */
export function readCursor<T>(cursor: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (err) {
    throw new AppError('invalidInput', { reason: 'cursor' }, err);
  }
}
