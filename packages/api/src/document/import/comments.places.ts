import { randomUUID } from 'node:crypto';
import type { BlockInput, Inline, StyledText } from '@tandem/shared/document/blocks';
import { trimmed } from '../convert/blocks.read.ts';
import type { CommentMarks, MarkKind } from './docx.marks.ts';

/** A block with text, or its former place. */
export interface Place {
  /** Null for the title, and for an empty block without its marks. */
  block: BlockInput | null;
  /** Its own text as readers see it, cell after cell in a table. */
  text: string;
}

/** Words of a place. */
export interface Words {
  place: Place;
  from: number;
  to: number;
}

interface Spot {
  /** Number of the place, in the order of the document. */
  place: number;
  at: number;
}

/** Blocks without marks, and where comments were among them. */
export interface Places {
  blocks: BlockInput[];
  /** The words of a comment, or else those of the block that is nearest to it; blocks of them have an id. */
  placesOf(id: string): Words[];
}

/**
 * Removes marks from blocks.
 * @param title the text above them
 */
export function readPlaces(blocks: readonly BlockInput[], marks: CommentMarks, title: string): Places {
  const reader = new Reader(marks);
  reader.title(title);
  const kept = reader.level(blocks);
  return { blocks: kept, placesOf: (id) => wordsOf(id, reader.places, reader.spots).map(named) };
}

class Reader {
  readonly places: Place[] = [];
  readonly spots = new Map<string, Spot>();
  /** The same in the order in which they were found. */
  private readonly found: Spot[] = [];
  private readonly marks: CommentMarks;

  constructor(marks: CommentMarks) {
    this.marks = marks;
  }

  title(title: string): void {
    const place: Place = { block: null, text: '' };
    this.places.push(place);
    place.text = this.without(title, 0);
  }

  level(blocks: readonly BlockInput[]): BlockInput[] {
    return blocks.flatMap((block) => {
      const place: Place = { block: null, text: '' };
      this.places.push(place);
      const before = this.found.length;
      const own = this.own(block, place);
      const isMarked = this.found.length > before;
      const kept = { ...own, children: this.level(block.children ?? []) };
      const isEmpty = Array.isArray(kept.content) && kept.content.length === 0;
      // Word's reader drops empty blocks, which this would be without its marks.
      if (isMarked && isEmpty && kept.children.length === 0) return [];
      place.block = kept;
      return [kept];
    });
  }

  /** A block with its own content without marks; its text comes into `place`. */
  private own(block: BlockInput, place: Place): BlockInput {
    const { content } = block;
    if (content === undefined) return block;
    if (Array.isArray(content)) return { ...block, content: this.inlines(content, place) };
    const rows = content.rows.map(({ cells }) => ({
      cells: cells.map((cell) => ({ ...cell, content: this.inlines(cell.content, place) })),
    }));
    return { ...block, content: { ...content, rows } };
  }

  private inlines(content: readonly Inline[], place: Place): Inline[] {
    const base = place.text.length;
    const before = this.found.length;
    const kept = content.flatMap((inline): Inline[] => {
      if (inline.type === 'mention') {
        const label = this.without(inline.props.label, place.text.length);
        place.text += `@${label}`;
        return [{ ...inline, props: { ...inline.props, label } }];
      }
      if (inline.type === 'text') return this.styled(inline, place);
      const words = inline.content.flatMap((each) => this.styled(each, place));
      return words.length > 0 ? [{ ...inline, content: words }] : [];
    });
    if (this.found.length === before) return kept;
    // White space at the ends stood behind a mark.
    const whole = place.text.slice(base);
    const fits = trimmed(kept);
    const cut = whole.length - whole.replace(/^[ \t\n]+/u, '').length;
    place.text = place.text.slice(0, base) + flat(fits);
    for (const spot of this.found.slice(before))
      spot.at = Math.min(Math.max(base, spot.at - cut), place.text.length);
    return fits;
  }

  private styled(piece: StyledText, place: Place): StyledText[] {
    const text = this.without(piece.text, place.text.length);
    place.text += text;
    return text === '' ? [] : [{ ...piece, text }];
  }

  /** @param base offset of the words in the newest place's text */
  private without(marked: string, base: number): string {
    const { text, marks } = this.marks.takenFrom(marked);
    for (const { id, kind, at } of marks) {
      const spot = { place: this.places.length - 1, at: base + at };
      this.spots.set(keyOf(kind, id), spot);
      this.found.push(spot);
    }
    return text;
  }
}

function keyOf(kind: MarkKind, id: string): string {
  return `${kind} ${id}`;
}

function flat(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if (inline.type === 'mention') return `@${inline.props.label}`;
      return inline.type === 'text' ? inline.text : inline.content.map(({ text }) => text).join('');
    })
    .join('');
}

function wordsOf(id: string, places: readonly Place[], spots: ReadonlyMap<string, Spot>): Words[] {
  const start = spots.get(keyOf('start', id));
  const end = spots.get(keyOf('end', id));
  const between = start && end ? wordsBetween(start, end, places) : [];
  if (between.some(({ from, to }) => to > from)) return between.filter(({ from, to }) => to > from);
  const spot = start ?? end ?? spots.get(keyOf('name', id));
  const near = spot ? nearest(spot.place, places) : undefined;
  return near ? [{ place: near, from: 0, to: near.text.length }] : [];
}

function wordsBetween(start: Spot, end: Spot, places: readonly Place[]): Words[] {
  const words: Words[] = [];
  // A comment on everything is anchored at its beginning.
  for (let at = start.place; at <= end.place && words.length < MAX_PLACES; at += 1) {
    const place = places[at] as Place;
    const from = at === start.place ? start.at : 0;
    const to = at === end.place ? end.at : place.text.length;
    if (to > from) words.push({ place, from, to });
  }
  return words;
}

/** Maximum places of one comment; the title may be an additional one. */
const MAX_PLACES = 60;

/** The block at a place, or the next that there is, or the one before. */
function nearest(at: number, places: readonly Place[]): Place | undefined {
  return (
    places.slice(at).find(({ block, text }) => block !== null || text !== '') ??
    places.slice(0, at).findLast(({ block }) => block !== null)
  );
}

function named(words: Words): Words {
  const { block } = words.place;
  if (block) block.id ??= randomUUID();
  return words;
}
