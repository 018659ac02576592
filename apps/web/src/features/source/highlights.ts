import type { SourceReader } from '@tandem/shared/dataset/reader';
import { CURSOR_COLOUR_COUNT } from '@tandem/shared/document/schema';
import type { SourceMark } from './viewer.ts';

/** Names of the browser's own marks, painted without touching the text. */
const names = {
  marks: 'source-mark',
  mark: 'source-mark-current',
  places: 'source-found',
  place: 'source-found-current',
  // Of other readers, by their colour.
  reader0: 'source-reader-0',
  reader1: 'source-reader-1',
  reader2: 'source-reader-2',
  reader3: 'source-reader-3',
  reader4: 'source-reader-4',
  reader5: 'source-reader-5',
  reader6: 'source-reader-6',
  reader7: 'source-reader-7',
} as const;
const priorities: Partial<Record<HighlightKind, number>> = { marks: 1, places: 2, mark: 3, place: 4 };
export type HighlightKind = keyof typeof names;

/** Marks what other people have selected, each in the colour of their cursors. @param rangeOf finds a stretch */
export function paintReaders(
  readers: readonly SourceReader[],
  rangeOf: (mark: SourceMark) => Range | null,
): void {
  const ranges = readers.map(({ person, page, mark }) => ({
    colour: person.id % CURSOR_COLOUR_COUNT,
    range: mark && 'from' in mark ? rangeOf({ page, ...mark, quote: null }) : null,
  }));
  for (let colour = 0; colour < CURSOR_COLOUR_COUNT; colour += 1) {
    const own = ranges.filter((each) => each.colour === colour);
    paint(
      `reader${colour}` as HighlightKind,
      own.flatMap(({ range }) => range ?? []),
    );
  }
}

/** Paints stretches of the page in one of the ways; earlier ones of that way are gone. */
export function paint(kind: HighlightKind, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) {
    CSS.highlights.delete(names[kind]);
    return;
  }
  const highlight = new Highlight(...ranges);
  highlight.priority = priorities[kind] ?? 0;
  CSS.highlights.set(names[kind], highlight);
}

/** Takes all paint away. */
export function unpaint(): void {
  for (const kind of Object.keys(names) as HighlightKind[]) paint(kind, []);
}
