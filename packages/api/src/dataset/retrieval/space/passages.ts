import { readBlocks } from './block.ts';
import { featuresOf } from './features.ts';

/** The terms of some passages of one extraction: of the n-th one the entries `starts[n]` to `starts[n + 1]`. */
export interface PassageTerms {
  extractionId: number;
  passages: number;
  starts: Uint32Array;
  /** Numbers of terms, and their occurrences. */
  at: Uint32Array;
  counts: Uint8Array;
}

/** Features by number, and their weights. */
export interface NumberedFeatures {
  ids: readonly number[];
  weights: readonly number[];
}

/** Numbers terms, and the features that they count as. The same term of one language is one, whatever file it is in. */
export class Numbering {
  private readonly terms = new Map<string, number>();
  private readonly ids = new Map<string, number>();
  /** Of each term. */
  readonly features: NumberedFeatures[] = [];
  /** Of each feature. */
  readonly names: string[] = [];

  numberOf(term: string, language: string | null): number {
    const key = `${language} ${term}`;
    const known = this.terms.get(key);
    if (known !== undefined) return known;
    const features = featuresOf(term, language);
    this.features.push({
      ids: features.map(({ name }) => this.featureOf(name)),
      weights: features.map(({ weight }) => weight),
    });
    this.terms.set(key, this.terms.size);
    return this.terms.size - 1;
  }

  private featureOf(name: string): number {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    this.ids.set(name, this.names.length);
    this.names.push(name);
    return this.names.length - 1;
  }
}

/** The passages in a file of heads and postings, extraction by extraction. */
export function* readPassages(file: string, numbering: Numbering): Generator<PassageTerms> {
  for (const { extractionId, language, passages, terms, starts, at, counts } of readBlocks(file)) {
    const numbers = terms.map((term) => numbering.numberOf(term, language));
    for (let entry = 0; entry < at.length; entry += 1) at[entry] = numbers[at[entry] as number] as number;
    yield { extractionId, passages, starts, at, counts };
  }
}

/** Every so many passages of a file. */
export function samplePassages(file: string, numbering: Numbering, step: number): PassageTerms[] {
  const sample: PassageTerms[] = [];
  let before = 0;
  for (const extraction of readPassages(file, numbering)) {
    const first = (step - (before % step)) % step;
    before += extraction.passages;
    sample.push(step === 1 ? extraction : someOf(extraction, first, step));
  }
  return sample;
}

function someOf(
  { starts, at, counts, ...extraction }: PassageTerms,
  first: number,
  step: number,
): PassageTerms {
  const chosen: number[] = [];
  for (let n = first; n < extraction.passages; n += step) chosen.push(n);
  const some = new Uint32Array(chosen.length + 1);
  for (const [i, n] of chosen.entries())
    some[i + 1] = (some[i] as number) + (starts[n + 1] as number) - (starts[n] as number);
  const kept = {
    at: new Uint32Array(some[chosen.length] as number),
    counts: new Uint8Array(some[chosen.length] as number),
  };
  for (const [i, n] of chosen.entries()) {
    kept.at.set(at.subarray(starts[n], starts[n + 1]), some[i]);
    kept.counts.set(counts.subarray(starts[n], starts[n + 1]), some[i]);
  }
  return { ...extraction, passages: chosen.length, starts: some, ...kept };
}
