/**
 * Rises when pages of which earlier versions got no text can be read; contents of a lower one are read again. 2: words in
 * pictures, scans whose text layer is not seen, scans that lie on their side.
 */
export const READING_VERSION = 2;

/**
 * Whether a content has the whole text that an earlier version got of it, also while it is read again: it stays as
 * usable as it was before.
 */
export function hasEarlierText(row: {
  version: number | null;
  pages: number | null;
  done: number | null;
  passages: number | null;
}): boolean {
  const { version, pages, done, passages } = row;
  return (
    version !== null && version < READING_VERSION && pages !== null && done === pages && (passages ?? 0) > 0
  );
}
