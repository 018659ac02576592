import type { PassageKey } from './collection.ts';
import type { Exclusion, FoundExtraction } from './retrieval.repo.ts';

/** Passages that are left out by hand, of the datasets of one search. */
export class Exclusions {
  /** Datasets that leave a passage out. */
  private readonly byPassage: Map<string, string[]>;
  private readonly holders: Map<number, readonly string[]>;

  constructor(extractions: readonly FoundExtraction[], exclusions: readonly Exclusion[]) {
    this.byPassage = new Map();
    for (const exclusion of exclusions) {
      const key = keyOf(exclusion);
      this.byPassage.set(key, [...(this.byPassage.get(key) ?? []), exclusion.datasetId]);
    }
    // Nearly always nothing is left out, of thousands of extractions.
    const some = exclusions.length === 0 ? [] : extractions;
    this.holders = new Map(some.map(({ id, datasetIds }) => [id, datasetIds]));
  }

  /** Whether every dataset that holds a passage leaves it out. */
  has(passage: PassageKey): boolean {
    if (this.byPassage.size === 0) return false;
    return (this.holders.get(passage.extractionId) ?? []).every((id) => this.hasIn(id, passage));
  }

  /** Whether one dataset leaves a passage out. */
  hasIn(datasetId: string, passage: PassageKey): boolean {
    return this.byPassage.get(keyOf(passage))?.includes(datasetId) ?? false;
  }
}

function keyOf({ extractionId, n }: PassageKey): string {
  return `${extractionId} ${n}`;
}
