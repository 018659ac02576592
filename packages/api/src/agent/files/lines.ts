import type { TextHunk } from '@tandem/shared/agent/file';
import { structuredPatch } from 'diff';

/** Characters of both texts together that are compared by line. */
export const MAX_COMPARED = 400_000;
const MAX_EDITS = 4_000;
const LINES_MS = 500;
/** Lines around a change. */
const CONTEXT = 3;

/** Compares two texts by line; null when that would take too long. */
export function hunksBetween(before: string, after: string): TextHunk[] | null {
  if (before.length + after.length > MAX_COMPARED) return null;
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT,
    maxEditLength: MAX_EDITS,
    timeout: LINES_MS,
  });
  return (
    patch?.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
      ...{ oldStart, oldLines, newStart, newLines, lines },
    })) ?? null
  );
}
