import type { SourceReader } from '@tandem/shared/dataset/reader';
import { useMemo } from 'react';

/** Readers by the page that they read, from 1. */
export type ReadersByPage = ReadonlyMap<number, readonly SourceReader[]>;

const none: readonly SourceReader[] = [];

/** Sorts the readers of one source by their pages. */
export function useReadersByPage(readers: readonly SourceReader[] = none): ReadersByPage {
  return useMemo(() => Map.groupBy(readers, ({ page }) => page), [readers]);
}
