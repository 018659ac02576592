import {
  MAX_ANCHOR_BLOCKS,
  MAX_COMMENT_LENGTH,
  MAX_COMMENTS,
  MAX_DISCUSSIONS,
  MAX_QUOTE_LENGTH,
} from '@tandem/shared/discussion/schema';
import type { BlockInput } from '@tandem/shared/document/blocks';
import type { MarkedStretch } from '../edit/anchor.ts';
import { type Place, readPlaces, type Words } from './comments.places.ts';
import type { DocxComment } from './docx.comments.ts';
import type { CommentMarks } from './docx.marks.ts';

/** A discussion of a planned document. */
export interface PlannedDiscussion {
  /** Null: it concerns the whole document. */
  blockId: string | null;
  quote: string;
  /** Words that are marked. */
  stretches: MarkedStretch[];
  isResolved: boolean;
  /** Texts of its comments, in their order. */
  comments: string[];
}

/** Discussions that mark the same words: an editor takes long to show hundreds. */
const MAX_OVERLAP = 20;
/** Marks of one document. */
const MAX_STRETCHES = 5_000;

/** Limits of an import's comments, for all its documents. */
export class CommentQuota {
  private comments = MAX_COMMENTS;
  private characters = 2_000_000;

  /** Whether texts fit, counting them if so. */
  takes(texts: readonly string[]): boolean {
    const size = texts.reduce((sum, { length }) => sum + length, 0);
    if (texts.length > this.comments || size > this.characters) return false;
    this.comments -= texts.length;
    this.characters -= size;
    return true;
  }
}

/** Comments that were read with a document, and their marks among its words. */
export interface ReadComments {
  list: readonly DocxComment[];
  /** Number of further comments that could not be read. */
  unread: number;
  marks: CommentMarks;
}

/**
 * Removes comment marks from blocks, and creates discussions of the comments. One without its words goes to
 * the nearest block; one without a place concerns the whole document.
 * @param title as read, with marks, where it is above the blocks
 */
export function takeComments(
  blocks: readonly BlockInput[],
  { list, unread, marks }: ReadComments,
  title: string,
  room: CommentQuota,
): { blocks: BlockInput[]; discussions: PlannedDiscussion[]; lost: number } {
  const page = readPlaces(blocks, marks, title);
  const answers = Map.groupBy(list.keys(), (at) => list[at]?.answers ?? null);
  const discussions: PlannedDiscussion[] = [];
  const marker = new Marker();
  let lost = unread;
  for (const at of answers.get(null) ?? []) {
    const [first, ...others] = [at, ...(answers.get(at) ?? [])].map((each) => list[each] as DocxComment);
    if (!first) continue;
    const said = [first, ...others].filter(({ text }) => text !== '');
    lost += others.length + 1 - said.length;
    const texts: string[] = [];
    for (const { text } of said) {
      const pieces = piecesOf(text);
      if (discussions.length < MAX_DISCUSSIONS && room.takes(pieces)) texts.push(...pieces);
      else lost += 1;
    }
    if (texts.length === 0) continue;
    const found = page.placesOf(first.id);
    discussions.push({
      blockId: found.find(({ place }) => place.block)?.place.block?.id ?? null,
      quote: found
        .map(({ place: { text }, from, to }) => text.slice(from, Math.min(to, from + MAX_QUOTE_LENGTH)))
        .join('\n')
        .slice(0, MAX_QUOTE_LENGTH)
        .toWellFormed(),
      stretches: marker.marking(found),
      isResolved: first.isDone,
      comments: texts,
    });
  }
  return { blocks: page.blocks, discussions, lost };
}

/** Marks words, up to a limit. */
class Marker {
  private readonly marked = new Map<Place, Words[]>();
  private count = 0;

  marking(words: readonly Words[]): MarkedStretch[] {
    const fits = words
      .filter(({ place, from, to }) => place.block && to > from)
      .slice(0, MAX_ANCHOR_BLOCKS)
      .filter((each) => this.hasRoom(each));
    return fits.map((each) => {
      this.count += 1;
      const { place, from, to } = each;
      const others = this.marked.get(place);
      if (others) others.push(each);
      else this.marked.set(place, [each]);
      return { blockId: place.block?.id ?? '', start: from, length: to - from };
    });
  }

  private hasRoom({ place, from, to }: Words): boolean {
    if (this.count >= MAX_STRETCHES) return false;
    const over = this.marked.get(place)?.filter((other) => other.from < to && other.to > from) ?? [];
    return over.length < MAX_OVERLAP;
  }
}

/** A text as comments are long at most, which ends between words where it can. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.length <= MAX_COMMENT_LENGTH ? rest.length : endIn(rest);
    const piece = rest.slice(0, end).trim();
    if (piece !== '') pieces.push(piece);
    rest = rest.slice(end);
  }
  return pieces;
}

function endIn(text: string): number {
  const space = Math.max(
    text.lastIndexOf(' ', MAX_COMMENT_LENGTH),
    text.lastIndexOf('\n', MAX_COMMENT_LENGTH),
  );
  if (space > MAX_COMMENT_LENGTH / 2) return space;
  // No half of a character.
  return text.slice(0, MAX_COMMENT_LENGTH).isWellFormed() ? MAX_COMMENT_LENGTH : MAX_COMMENT_LENGTH - 1;
}
