import * as z from 'zod';
import { AppError } from './errors.ts';

/** Text of a cursor that goes into a statement: what PostgreSQL can hold. */
export const cursorText = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => value.isWellFormed() && !value.includes('\0'));

/** Place in a list of people by name: the name as the database folds it, and the id. */
export const nameCursorSchema = z.tuple([cursorText(400), z.int().min(0).max(2_147_483_647)]);
export type NameCursor = z.output<typeof nameCursorSchema>;

/**
 * A place in a list as clients carry it, opaque to them. It holds the values by which the list is ordered, never only
 * the id of a row: looked up, that row could be one which its reader may not see.
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
