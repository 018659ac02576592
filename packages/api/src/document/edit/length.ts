/** Changes after which what is stored is made one, and bytes after which it is as well. */
const COMPACT_AFTER = 300;
const COMPACT_AFTER_BYTES = 1024 * 1024;
/** Changes that are worth making one when there is nothing else to do. */
export const WORTH_COMPACTING = COMPACT_AFTER / 10;

/** Whether what is stored of a document should be made one. @param bytes of what came after it last was */
export function isLong({ rows, bytes }: { rows: number; bytes: number }): boolean {
  return rows > COMPACT_AFTER || bytes > COMPACT_AFTER_BYTES;
}
