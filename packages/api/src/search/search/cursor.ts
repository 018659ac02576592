import * as z from 'zod';
import { cursorText, readCursor } from '../../core/cursor.ts';

/** Where a group of names goes on: after this one in the order of rank, key of the name and id. */
export interface NameCursor {
  rank: number;
  key: string;
  id: string;
}

/** Where messages, comments and documents go on: after this one in the order of time, in microseconds since 1970, and id. */
export interface MessageCursor {
  at: number;
  id: string;
}

const nameCursor = z.strictObject({ rank: z.int().min(0).max(2), key: cursorText(400), id: cursorText(36) });
const messageCursor = z.strictObject({ at: z.int().min(0), id: z.uuid() });

/** @throws AppError `invalidInput` */
export function readNameCursor(cursor: string): NameCursor {
  return readCursor(cursor, nameCursor);
}

/** @throws AppError `invalidInput` */
export function readMessageCursor(cursor: string): MessageCursor {
  return readCursor(cursor, messageCursor);
}
