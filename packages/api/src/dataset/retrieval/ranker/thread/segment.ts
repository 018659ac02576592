import { ENTRY_BYTES, eachPosting, LENGTHS } from '../../../../content/file/extraction/index/postings.ts';

/** Consecutive passages of one extraction. */
export interface Piece {
  extractionId: number;
  /** Number of its first passage within the extraction. */
  from: number;
  passages: number;
}

/** A piece to be indexed, with the number of bytes of its postings. */
export type PieceToIndex = Piece & { language: string | null; bytes: number };

/** Pieces with an inverted index over all their passages, which are numbered one after the other. Never changes. */
export interface Segment {
  pieces: readonly Piece[];
  /** Of each passage. In words. */
  lengths: Uint32Array;
  /** Numbers of terms by `termKey`. */
  terms: ReadonlyMap<string, number>;
  /** The entries of term t are at `starts[t]` to `starts[t + 1]`: a passage's number times 256, plus the occurrences. */
  starts: Uint32Array;
  entries: Uint32Array;
}

/** More occurrences than this count as so many; BM25 stops counting long before. */
const MAX_COUNT = 255;

/** Names a term in one language; the same word of another language is another term. */
export function termKey(language: string | null, term: string): string {
  return `${language ?? ''} ${term}`;
}

/**
 * Indexes pieces.
 * @param postings of all pieces, one after the other, as `packPostings` packs them
 */
export function buildSegment(pieces: readonly PieceToIndex[], postings: Uint8Array): Segment {
  const bytes = Buffer.from(postings.buffer, postings.byteOffset, postings.byteLength);
  const lengths = new Uint32Array(pieces.reduce((sum, { passages }) => sum + passages, 0));
  const terms = new Map<string, number>();
  const sizes: number[] = [];
  /** Of each list: its term's number, and where its entries begin and end. */
  const lists: number[] = [];
  /** How many of them belong to each piece. */
  const ends: number[] = [];
  let offset = 0;
  let base = 0;
  for (const { language, passages, from, bytes: size } of pieces) {
    const take = (term: string, start: number, end: number) => {
      if (term === LENGTHS) {
        for (let at = start; at < end; at += ENTRY_BYTES)
          lengths[base + bytes.readUInt32LE(at) - from] = bytes.readUInt32LE(at + 4);
        return;
      }
      const key = termKey(language, term);
      const known = terms.get(key);
      const id = known ?? terms.size;
      if (known === undefined) terms.set(key, id);
      sizes[id] = (sizes[id] ?? 0) + (end - start) / ENTRY_BYTES;
      lists.push(id, start, end);
    };
    eachPosting(bytes, take, { from: offset, to: offset + size });
    offset += size;
    ends.push(lists.length);
    base += passages;
  }
  const starts = startsOf(sizes);
  const next = starts.slice();
  const entries = new Uint32Array(starts[sizes.length] as number);
  let list = 0;
  base = 0;
  for (const [i, { from, passages }] of pieces.entries()) {
    for (; list < (ends[i] as number); list += 3) {
      const id = lists[list] as number;
      let place = next[id] as number;
      for (let at = lists[list + 1] as number; at < (lists[list + 2] as number); at += ENTRY_BYTES) {
        const count = Math.min(MAX_COUNT, bytes.readUInt32LE(at + 4));
        entries[place] = (base + bytes.readUInt32LE(at) - from) * 256 + count;
        place += 1;
      }
      next[id] = place;
    }
    base += passages;
  }
  return { pieces: pieces.map(plain), lengths, terms, starts, entries };
}

/** One segment of the passages of several, in their order. */
export function mergeSegments(segments: readonly Segment[]): Segment {
  const lengths = new Uint32Array(segments.reduce((sum, each) => sum + each.lengths.length, 0));
  const terms = new Map<string, number>();
  const sizes: number[] = [];
  const renumbered = segments.map((segment) => {
    const ids = new Uint32Array(segment.terms.size);
    for (const [key, old] of segment.terms) {
      const known = terms.get(key);
      const id = known ?? terms.size;
      if (known === undefined) terms.set(key, id);
      ids[old] = id;
      sizes[id] = (sizes[id] ?? 0) + (segment.starts[old + 1] as number) - (segment.starts[old] as number);
    }
    return ids;
  });
  const starts = startsOf(sizes);
  const next = starts.slice();
  const entries = new Uint32Array(starts[sizes.length] as number);
  let base = 0;
  for (const [i, segment] of segments.entries()) {
    lengths.set(segment.lengths, base);
    const ids = renumbered[i] as Uint32Array;
    for (let old = 0; old < ids.length; old += 1) {
      const id = ids[old] as number;
      let place = next[id] as number;
      for (let at = segment.starts[old] as number; at < (segment.starts[old + 1] as number); at += 1) {
        entries[place] = (segment.entries[at] as number) + base * 256;
        place += 1;
      }
      next[id] = place;
    }
    base += segment.lengths.length;
  }
  return { pieces: segments.flatMap(({ pieces }) => pieces), lengths, terms, starts, entries };
}

function startsOf(sizes: readonly number[]): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (const [id, size] of sizes.entries()) starts[id + 1] = (starts[id] as number) + size;
  return starts;
}

function plain({ extractionId, from, passages }: Piece): Piece {
  return { extractionId, from, passages };
}
