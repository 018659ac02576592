/** A passage, by its index in the collection, with a score; higher is better. */
export interface Ranked {
  index: number;
  score: number;
}

/**
 * The best of all passages, best first; equal ones in their order.
 * @param scores by index; passages with 0 or less are left out
 */
export function bestOf(scores: Float64Array | Float32Array, limit: number): Ranked[] {
  /** A heap whose first entry is the worst of those kept. */
  const heap: Ranked[] = [];
  /** What a score has to be higher than; nearly all are not, so that little else may be done for each. */
  let least = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] as number;
    if (!(score > least)) continue;
    if (heap.length < limit) {
      heap.push({ index, score });
      rise(heap);
    } else {
      heap[0] = { index, score };
      sink(heap);
    }
    if (heap.length === limit) least = (heap[0] as Ranked).score;
  }
  return heap.sort(better);
}

function better(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.index - b.index;
}

function rise(heap: Ranked[]): void {
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (better(heap[at] as Ranked, heap[parent] as Ranked) <= 0) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function sink(heap: Ranked[]): void {
  for (let at = 0; ; ) {
    let worst = at;
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && better(heap[child] as Ranked, heap[worst] as Ranked) > 0) worst = child;
    if (worst === at) return;
    swap(heap, at, worst);
    at = worst;
  }
}

function swap(heap: Ranked[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b] as Ranked, heap[a] as Ranked];
}
