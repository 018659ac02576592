import type { SparseMatrix } from './matrix.ts';
import type { NumberedFeatures, Numbering, PassageTerms } from './passages.ts';

const MAX_FEATURES = 24_000;
/** Passages with a feature, at least, and as a share of all at most. */
const LEAST_PASSAGES = 2;
const GREATEST_SHARE = 0.5;

/** The features that a space is learned from. */
export interface Vocabulary {
  names: string[];
  /** How rare each of them is. */
  rarity: Float64Array;
  /** The place here of each feature by its number, and -1 of those that are left out. */
  places: Int32Array;
}

/** The features that several passages share, the most frequent first. */
export function collectVocabulary(
  sample: readonly PassageTerms[],
  { names, features }: Numbering,
): Vocabulary {
  const containing = new Uint32Array(names.length);
  const last = new Uint32Array(names.length);
  let passages = 0;
  for (const { passages: count, starts, at } of sample)
    for (let n = 0; n < count; n += 1) {
      passages += 1;
      for (let entry = starts[n] as number; entry < (starts[n + 1] as number); entry += 1)
        for (const id of features[at[entry] as number]?.ids ?? []) {
          if (last[id] === passages) continue;
          last[id] = passages;
          containing[id] = (containing[id] as number) + 1;
        }
    }
  const chosen = Array.from(names, (_, id) => id)
    .filter((id) => {
      const count = containing[id] as number;
      return count >= LEAST_PASSAGES && count <= passages * GREATEST_SHARE;
    })
    .sort((a, b) => (containing[b] as number) - (containing[a] as number) || a - b)
    .slice(0, MAX_FEATURES);
  const places = new Int32Array(names.length).fill(-1);
  for (const [place, id] of chosen.entries()) places[id] = place;
  return {
    names: chosen.map((id) => names[id] as string),
    rarity: Float64Array.from(chosen, (id) => Math.log(passages / (containing[id] as number))),
    places,
  };
}

/** The passages as rows of length 1. @param columns features of the vocabulary */
export function matrixOf(
  sample: readonly PassageTerms[],
  counter: FeatureCounter,
  columns: number,
): SparseMatrix {
  const starts = [0];
  let size = 0;
  for (const extraction of sample)
    for (let n = 0; n < extraction.passages; n += 1) {
      counter.each(extraction, n, () => {
        size += 1;
      });
      starts.push(size);
    }
  const at = new Uint32Array(size);
  const values = new Float32Array(size);
  let entry = 0;
  for (const extraction of sample)
    for (let n = 0; n < extraction.passages; n += 1) {
      const from = entry;
      let squares = 0;
      counter.each(extraction, n, (id, value) => {
        at[entry] = id;
        values[entry] = value;
        entry += 1;
        squares += value * value;
      });
      const length = Math.sqrt(squares) || 1;
      for (let i = from; i < entry; i += 1) values[i] = (values[i] as number) / length;
    }
  return { rows: starts.length - 1, columns, starts: Uint32Array.from(starts), at, values };
}

const NONE: NumberedFeatures = { ids: [], weights: [] };

/** Weighs the features of passages: often in it, rare elsewhere. */
export class FeatureCounter {
  private readonly numbering: Numbering;
  private readonly vocabulary: Vocabulary;
  /** Of each term, those of its features that are in the vocabulary, by their places there. */
  private readonly known: NumberedFeatures[] = [];
  private readonly counts: Uint32Array;
  private readonly weights: Float32Array;
  private readonly met: Uint32Array;

  constructor(numbering: Numbering, vocabulary: Vocabulary) {
    this.numbering = numbering;
    this.vocabulary = vocabulary;
    const size = vocabulary.names.length;
    this.counts = new Uint32Array(size);
    this.weights = new Float32Array(size);
    this.met = new Uint32Array(size);
  }

  /** Calls `take` with each feature of a passage and its value. */
  each({ starts, at, counts }: PassageTerms, n: number, take: (id: number, value: number) => void): void {
    let met = 0;
    for (let entry = starts[n] as number; entry < (starts[n + 1] as number); entry += 1) {
      const { ids, weights } = this.featuresOf(at[entry] as number);
      for (let i = 0; i < ids.length; i += 1) {
        const id = ids[i] as number;
        if (this.counts[id] === 0) {
          this.met[met] = id;
          met += 1;
          this.weights[id] = weights[i] as number;
        }
        this.counts[id] = (this.counts[id] as number) + (counts[entry] as number);
      }
    }
    const { rarity } = this.vocabulary;
    for (let i = 0; i < met; i += 1) {
      const id = this.met[i] as number;
      const frequency = Math.log1p(this.counts[id] as number);
      this.counts[id] = 0;
      take(id, frequency * (rarity[id] as number) * (this.weights[id] as number));
    }
  }

  private featuresOf(term: number): NumberedFeatures {
    const known = this.known[term];
    if (known) return known;
    const { ids, weights } = this.numbering.features[term] ?? NONE;
    const { places } = this.vocabulary;
    // Features that came up after the vocabulary was collected have no place either.
    const kept = [...ids.keys()].filter((i) => (places[ids[i] as number] ?? -1) >= 0);
    const found = {
      ids: kept.map((i) => places[ids[i] as number] as number),
      weights: kept.map((i) => weights[i] as number),
    };
    this.known[term] = found;
    return found;
  }
}
