import { type FoldedText, fold } from '@tandem/shared/dataset/fold';
import { type FilePage, type FilePages, isScan, MAX_FILE_PAGES } from '@tandem/shared/file/reading';

interface Reading {
  /** The text that the file itself has for a page, from 1. */
  own(page: number): Promise<string>;
  /** Pages as the server read them. */
  fetch(range: { after: number; limit: number }): Promise<Pick<FilePages, 'status' | 'list'>>;
}

/**
 * The folded texts of a file's pages, for finding words in them. Each is read once; what failed, or is still being
 * recognised, is read anew in the next round.
 */
export class PageTexts {
  readonly #reading: Reading;
  readonly #known = new Map<number, FoldedText>();
  /** Answers for pages that are pictures, by the page before the first one. */
  readonly #windows = new Map<number, ReturnType<Reading['fetch']>>();
  readonly #unfinished = new Set<number>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Null for a page that could not be read. */
  async of(page: number): Promise<FoldedText | null> {
    const known = this.#known.get(page);
    if (known) return known;
    try {
      const own = await this.#reading.own(page);
      const scan = isScan(own) ? await this.#scanOf(page) : null;
      const text = fold(scan?.text || own);
      if (scan?.problem !== 'scanned') this.#known.set(page, text);
      return text;
    } catch {
      // A broken page says nothing about the others.
      return null;
    }
  }

  /** Begins a round. */
  renew(): void {
    for (const after of this.#unfinished) this.#windows.delete(after);
    this.#unfinished.clear();
  }

  async #scanOf(page: number): Promise<FilePage | undefined> {
    const after = Math.floor((page - 1) / MAX_FILE_PAGES) * MAX_FILE_PAGES;
    const { list } = await this.#windowAfter(after);
    return list.find(({ index }) => index === page);
  }

  async #windowAfter(after: number): Promise<Pick<FilePages, 'status' | 'list'>> {
    const known = this.#windows.get(after);
    if (known) return known;
    const asked = this.#reading.fetch({ after, limit: MAX_FILE_PAGES });
    this.#windows.set(after, asked);
    // Until its answer says otherwise.
    this.#unfinished.add(after);
    const { status, list } = await asked;
    const isGoing = status === 'queued' || status === 'reading';
    if (!isGoing && list.every(({ problem }) => problem !== 'scanned')) this.#unfinished.delete(after);
    return asked;
  }
}
