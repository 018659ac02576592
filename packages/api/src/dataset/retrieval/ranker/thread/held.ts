import { mergeSegments, type Segment } from './segment.ts';

/** Segments of similar size that are merged into one. */
const FACTOR = 4;
/** Passages of the smallest size that is told apart. */
const SMALLEST = 64;
/** Passages beyond which a segment stays as it is: merging it would keep searches waiting. */
const LARGEST = 40_000;

/** The directions of passages in the space of a dataset. */
export interface PlacedSpace {
  rank: number;
  /** By extraction: for each passage one signed byte for each dimension. */
  placed: Map<number, Int8Array>;
}

/** One dataset as this thread holds it. */
export class HeldDataset {
  private list: readonly Segment[] = [];
  space: PlacedSpace | null = null;

  /** Another array after each change. */
  get segments(): readonly Segment[] {
    return this.list;
  }

  /** Adds a segment, and merges those that have become too many, so that their number grows with the logarithm. */
  add(segment: Segment): void {
    this.list = [...this.list, segment];
    for (;;) {
      const some = [...Map.groupBy(this.list, sizeOf).values()].find(
        (each) => each.length >= FACTOR && passagesOf(each) <= LARGEST,
      );
      if (!some) return;
      const merged = new Set(some);
      this.list = [...this.list.filter((each) => !merged.has(each)), mergeSegments(some)];
    }
  }
}

/** Size of a segment, on a scale where each step is larger by the factor. */
function sizeOf({ lengths }: Segment): number {
  return Math.floor(Math.log(Math.max(SMALLEST, lengths.length)) / Math.log(FACTOR));
}

function passagesOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { lengths }) => sum + lengths.length, 0);
}
