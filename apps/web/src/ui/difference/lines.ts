/** Lines of a text with what differs: `' '`, `'+'` or `'-'` before each. */
export interface LineHunk {
  oldStart: number;
  newStart: number;
  lines: readonly string[];
}

export interface DifferenceLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Number of the line before and after; null where it is not there. */
  before: number | null;
  after: number | null;
}

/** The lines of a hunk with their numbers. A note such as "No newline at end of file" is left out. */
export function linesOf({ oldStart, newStart, lines }: LineHunk): DifferenceLine[] {
  let before = oldStart;
  let after = newStart;
  return lines.flatMap((line): DifferenceLine[] => {
    const text = line.slice(1);
    if (line.startsWith('+')) return [{ kind: 'added', text, before: null, after: after++ }];
    if (line.startsWith('-')) return [{ kind: 'removed', text, before: before++, after: null }];
    return line.startsWith('\\') ? [] : [{ kind: 'same', text, before: before++, after: after++ }];
  });
}

/** Two lines beside each other; null for nothing there. */
export type LinePair = [DifferenceLine | null, DifferenceLine | null];

/** The lines in pairs: what went beside what came in its place. */
export function pairsOf(lines: readonly DifferenceLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  let removed: DifferenceLine[] = [];
  let added: DifferenceLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      pairs.push([removed[at] ?? null, added[at] ?? null]);
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'same') {
      flush();
      pairs.push([line, line]);
      continue;
    }
    // What went comes first; after what came, the next that goes begins another change.
    if (line.kind === 'removed' && added.length > 0) flush();
    (line.kind === 'removed' ? removed : added).push(line);
  }
  flush();
  return pairs;
}
