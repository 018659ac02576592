import * as z from 'zod';
import { cursorText, readCursor } from '../../core/cursor.ts';

/** Position in a group of names, by rank, sort key and id. */
export interface NameCursor {
  rank: number;
  key: string;
  id: string;
}

/** Position among messages, comments and documents, by time in microseconds since 1970, and id. */
export interface MessageCursor {
  at: number;
  id: string;
}

/** Position among sources: how many came before. */
export interface SourceCursor {
  at: number;
}

const sourceCursor = z.strictObject({ at: z.int().min(0).max(1_000) });
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

/** @throws AppError `invalidInput` */
export function readSourceCursor(cursor: string): SourceCursor {
  return readCursor(cursor, sourceCursor);
}
