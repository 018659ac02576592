import type { RankScope } from '../messages.ts';
import type { HeldDataset } from './held.ts';
import type { Segment } from './segment.ts';

/** A segment with what a search may see of it. */
interface ScopedSegment {
  segment: Segment;
  /** Of each passage its index in the scope; -1 of those that are not searched. */
  indices: Int32Array;
  isWhole: boolean;
}

/** The part of the held segments that one search may see. */
export class Scope {
  readonly size: number;
  readonly segments: ScopedSegment[] = [];
  /** Of each passage that is searched, in words. */
  readonly lengths: Uint32Array;
  readonly averageLength: number;
  /** The first index of each extraction, and how many follow. */
  private readonly places = new Map<number, { base: number; passages: number }>();

  constructor({ extractionIds, passages }: RankScope, datasets: readonly HeldDataset[]) {
    let size = 0;
    for (let i = 0; i < extractionIds.length; i += 1) {
      const count = passages[i] as number;
      this.places.set(extractionIds[i] as number, { base: size, passages: count });
      size += count;
    }
    this.size = size;
    this.lengths = new Uint32Array(size);
    /** An extraction in several datasets is searched in the first one. */
    const seen = new Set<number>();
    for (const { segments } of datasets) {
      const here = new Set<number>();
      for (const segment of segments) this.segments.push(this.see(segment, seen, here));
      for (const id of here) seen.add(id);
    }
    let words = 0;
    for (let index = 0; index < size; index += 1) words += this.lengths[index] as number;
    this.averageLength = size === 0 ? 1 : Math.max(1, words / size);
  }

  placeOf(extractionId: number): { base: number; passages: number } | undefined {
    return this.places.get(extractionId);
  }

  private see(segment: Segment, seen: ReadonlySet<number>, here: Set<number>): ScopedSegment {
    const indices = new Int32Array(segment.lengths.length);
    let isWhole = true;
    let at = 0;
    for (const { extractionId, from, passages } of segment.pieces) {
      const place = seen.has(extractionId) ? undefined : this.places.get(extractionId);
      here.add(extractionId);
      for (let n = from; n < from + passages; n += 1, at += 1) {
        if (place && n < place.passages) {
          indices[at] = place.base + n;
          this.lengths[place.base + n] = segment.lengths[at] as number;
        } else {
          indices[at] = -1;
          isWhole = false;
        }
      }
    }
    return { segment, indices, isWhole };
  }
}
