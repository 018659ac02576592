/** An extraction that is searched. */
export interface SearchedExtraction {
  id: number;
  passages: number;
  /** Two-letter code; null when its words are not reduced to stems. */
  language: string | null;
}

/** Names a passage within what is searched. */
export interface PassageKey {
  extractionId: number;
  n: number;
}

/** All passages that are searched, numbered one after the other, so that scores are kept in plain arrays. */
export class Collection {
  /** Number of passages. */
  readonly size: number;
  /** The languages of its extractions, each once. */
  readonly languages: readonly (string | null)[];
  private readonly places = new Map<number, SearchedExtraction & { base: number }>();
  private readonly bases: number[] = [];
  private readonly ids: number[] = [];

  constructor(extractions: readonly SearchedExtraction[]) {
    let size = 0;
    for (const extraction of extractions) {
      this.places.set(extraction.id, { ...extraction, base: size });
      this.bases.push(size);
      this.ids.push(extraction.id);
      size += extraction.passages;
    }
    this.size = size;
    this.languages = [...new Set(extractions.map(({ language }) => language))];
  }

  get extractionIds(): readonly number[] {
    return this.ids;
  }

  /** An extraction with the index of its first passage; undefined for one that is not searched. */
  placeOf(extractionId: number): (SearchedExtraction & { base: number }) | undefined {
    return this.places.get(extractionId);
  }

  /** The index of a passage; undefined for one that is not searched, or was indexed after the search began. */
  indexOf({ extractionId, n }: PassageKey): number | undefined {
    const place = this.places.get(extractionId);
    return place && n < place.passages ? place.base + n : undefined;
  }

  /** The passage at an index. */
  passageAt(index: number): PassageKey {
    let low = 0;
    let high = this.bases.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.bases[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return { extractionId: this.ids[low] ?? 0, n: index - (this.bases[low] ?? 0) };
  }
}
