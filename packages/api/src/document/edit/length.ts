/** Changes, and bytes, after which stored changes are compacted. */
const COMPACT_AFTER = 300;
const COMPACT_AFTER_BYTES = 1024 * 1024;
/** Changes worth compacting when idle. */
export const WORTH_COMPACTING = COMPACT_AFTER / 10;

/**
 * Whether a document's stored changes should be compacted.
 * @param bytes added since the last compaction
 */
export function isLong({ rows, bytes }: { rows: number; bytes: number }): boolean {
  return rows > COMPACT_AFTER || bytes > COMPACT_AFTER_BYTES;
}
