import type { Db } from '@tandem/db';
import { type KnownSources, SourceNumbers } from './source-numbers.ts';
import {
  type Asking,
  findCharacters,
  findDatasets,
  findOutline,
  findPages,
  findSeen,
  findUsable,
  type PagesWanted,
  type UsablePage,
  type UsableSource,
} from './usable.repo.ts';

/** A source as an answer names it. */
export type NumberedSource = UsableSource & { n: number };
/** A page of such a source. */
export type NumberedPage = UsablePage & { n: number };

/** Sources whose rights are judged at once when a list is read. */
const AT_ONCE = 1_000;

/**
 * The sources of one answer, by their numbers. Each reading judges what the person who asks may view at that moment, and
 * reads only the sources that it is asked for, however many there are.
 */
export class AnswerSources {
  readonly asking: Asking;
  private readonly db: Db;
  private readonly numbers: SourceNumbers;

  /** @param known what `known` returned before the answer waited */
  constructor(db: Db, asking: Asking, known: KnownSources | null = null) {
    this.db = db;
    this.asking = asking;
    this.numbers = new SourceNumbers(db, asking, known ?? {});
  }

  /** The sources that were named so far, which keep their numbers when the answer goes on after a wait. */
  get known(): KnownSources {
    return this.numbers.known;
  }

  /** Counts of the sources the answer may use. */
  usable() {
    return findUsable(this.db, this.asking);
  }

  datasets() {
    return findDatasets(this.db, this.asking);
  }

  /** Characters of all texts that can be read. */
  characters() {
    return findCharacters(this.db, this.asking);
  }

  /** Those of some sources that the asker sees, by their ids. */
  async some(ids: readonly string[]): Promise<NumberedSource[]> {
    return this.numbered(await findSeen(this.db, this.asking, ids));
  }

  /** One source; null when there is none of that number for the asker. */
  async source(n: number): Promise<NumberedSource | null> {
    const id = await this.numbers.idOf(n);
    const [found] = id === null ? [] : await findSeen(this.db, this.asking, [id]);
    return found ? { ...found, n } : null;
  }

  /** Sources from a number on. */
  async list(from: number, limit: number): Promise<NumberedSource[]> {
    const listed: NumberedSource[] = [];
    for (let n = from, step = limit; listed.length < limit; n += step, step = AT_ONCE) {
      const ids = await this.numbers.idsFrom(n, step);
      if (ids.length === 0) break;
      listed.push(...(await this.some(ids)));
    }
    return listed.slice(0, limit);
  }

  /** Pages of a source in order. Pages that could not be read are left out. */
  async pages(n: number, wanted: PagesWanted): Promise<NumberedPage[]> {
    const id = await this.numbers.idOf(n);
    if (id === null) return [];
    return (await findPages(this.db, this.asking, id, wanted)).map((page) => ({ ...page, n }));
  }

  /** Pages of all sources that can be read, in order. */
  async allPages(wanted: PagesWanted): Promise<NumberedPage[]> {
    return this.numbered(await findPages(this.db, this.asking, null, wanted));
  }

  /** The labels and first characters of a source's pages. */
  async outline(n: number, { from, limit }: { from: number; limit: number }) {
    const id = await this.numbers.idOf(n);
    return id === null ? [] : findOutline(this.db, this.asking, { id, from, limit });
  }

  private async numbered<T extends UsableSource>(rows: readonly T[]): Promise<(T & { n: number })[]> {
    const numbers = await this.numbers.numbersOf(rows.map(({ id }) => id));
    return rows
      .flatMap((row) => {
        const n = numbers.get(row.id);
        return n === undefined ? [] : [{ ...row, n }];
      })
      .sort((a, b) => a.n - b.n);
  }
}
