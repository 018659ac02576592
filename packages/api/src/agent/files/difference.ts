import { structuredPatch } from 'diff';
import { changesBetween, type Entries, type EntryChange } from './entries.ts';
import type { Reading } from './manifest.ts';
import { readText } from './workspace.ts';

/** Bounds of a comparison by line; a text beyond them is shown as replaced. */
const MAX_COMPARED = 400_000;
const MAX_EDITS = 4_000;
const LINES_MS = 150;
/** Lines around a change. */
const CONTEXT = 3;

/** Lines of a text with what differs: `' '`, `'+'` or `'-'` before each. */
export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: string[];
}

/** How a file differs between two states. */
export interface FileDifference extends EntryChange {
  kind: 'added' | 'changed' | 'deleted';
  /** Null for what is no text, or too much of it to compare. */
  hunks: Hunk[] | null;
}

/** The files that differ between two states, without their content. */
export function filesThatDiffer(before: Entries, after: Entries): Omit<FileDifference, 'hunks'>[] {
  return changesBetween(before, after).map((change) => ({
    ...change,
    kind: change.before === null ? 'added' : change.after === null ? 'deleted' : 'changed',
  }));
}

/** Compares the texts of a changed file by line. */
export async function withHunks(
  reading: Pick<Reading, 'platform'>,
  difference: Omit<FileDifference, 'hunks'>,
): Promise<FileDifference> {
  const [before, after] = await Promise.all(
    [difference.before, difference.after].map((entry) => (entry ? readText(reading, entry) : '')),
  );
  const isComparable = typeof before === 'string' && typeof after === 'string';
  return { ...difference, hunks: isComparable ? hunksBetween(before, after) : null };
}

/** Compares two texts by line; null when that would take too long. */
export function hunksBetween(before: string, after: string): Hunk[] | null {
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
