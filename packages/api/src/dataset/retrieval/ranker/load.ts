import type { Db } from '@tandem/db';
import type { SpaceHead } from '../space/space.repo.ts';
import { findKept, findPlaced, findPostings, type Stretch } from './ranker.repo.ts';
import type { RankerThread } from './thread.ts';

/** Passages whose postings are read from the database at once. */
const PASSAGES_AT_ONCE = 1_500;
/** Extractions whose directions are read at once. */
const PLACED_AT_ONCE = 500;
/** Share of the passages held that may be out of use before all are read anew. */
const UNUSED_SHARE = 0.3;
/** Bytes of a dataset of nothing. */
const LEAST_BYTES = 10_000;

/** An extraction as far as a search needs it. */
export interface Wanted {
  id: number;
  passages: number;
  language: string | null;
}

/** One dataset as the thread holds it. */
export class HeldByThread {
  /** Passages by extraction. */
  private readonly passages = new Map<number, number>();
  private version: string | null = null;
  private indexBytes = LEAST_BYTES;
  private spaceBytes = 0;
  private readonly thread: RankerThread;
  private readonly datasetId: string;

  constructor(thread: RankerThread, datasetId: string) {
    this.thread = thread;
    this.datasetId = datasetId;
  }

  get bytes(): number {
    return this.indexBytes + this.spaceBytes;
  }

  /** Gives the thread what it lacks for a search. @param space null without one */
  async complete(
    db: Db,
    { extractions, space }: { extractions: readonly Wanted[]; space: SpaceHead | null },
    signal?: AbortSignal,
  ): Promise<void> {
    signal?.throwIfAborted();
    if (this.missing(extractions).length > 0) {
      await this.dropUnused(db, extractions);
      await this.index(db, this.missing(extractions), signal);
    }
    if (space && space.version !== this.version) await this.place(db, space);
  }

  private missing(extractions: readonly Wanted[]): Wanted[] {
    return extractions.filter(({ id, passages }) => (this.passages.get(id) ?? 0) < passages);
  }

  /** Forgets everything when much of it is no longer in the dataset. */
  private async dropUnused(db: Db, extractions: readonly Wanted[]): Promise<void> {
    const wanted = new Set(extractions.map(({ id }) => id));
    const others = [...this.passages.keys()].filter((id) => !wanted.has(id));
    const sum = (ids: Iterable<number>) =>
      Iterator.from(ids).reduce((all, id) => all + (this.passages.get(id) ?? 0), 0);
    const isMuch = (ids: Iterable<number>) => sum(ids) > UNUSED_SHARE * sum(this.passages.keys());
    if (!isMuch(others)) return;
    // Extractions hidden from this reader alone stay for those who may see them.
    const kept = await findKept(db, this.datasetId, others);
    if (!isMuch(others.filter((id) => !kept.has(id)))) return;
    this.thread.tell({ type: 'drop', datasetId: this.datasetId });
    this.passages.clear();
    this.version = null;
    this.indexBytes = LEAST_BYTES;
    this.spaceBytes = 0;
  }

  private async index(db: Db, missing: readonly Wanted[], signal?: AbortSignal): Promise<void> {
    let some: Wanted[] = [];
    let passages = 0;
    for (const [at, wanted] of missing.entries()) {
      some.push(wanted);
      passages += wanted.passages - (this.passages.get(wanted.id) ?? 0);
      if (passages < PASSAGES_AT_ONCE && at < missing.length - 1) continue;
      signal?.throwIfAborted();
      await this.indexSome(db, some);
      some = [];
      passages = 0;
    }
  }

  private async indexSome(db: Db, some: readonly Wanted[]): Promise<void> {
    const stretches = some.map(({ id, passages }): Stretch => {
      return { extractionId: id, from: this.passages.get(id) ?? 0, to: passages };
    });
    const rows = await findPostings(db, stretches);
    const found = new Map(rows.map(({ extractionId, postings }) => [extractionId, postings]));
    const lists = stretches.map(({ extractionId }) => found.get(extractionId) ?? Buffer.alloc(0));
    const pieces = stretches.map(({ extractionId, from, to }, i) => {
      const bytes = lists[i]?.length ?? 0;
      return { extractionId, from, passages: to - from, language: some[i]?.language ?? null, bytes };
    });
    const postings = joined(lists);
    this.indexBytes += postings.length;
    this.thread.tell({ type: 'index', datasetId: this.datasetId, pieces, postings });
    for (const { id, passages } of some) this.passages.set(id, passages);
  }

  private async place(db: Db, { datasetId, version, rank }: SpaceHead): Promise<void> {
    this.thread.tell({ type: 'space', datasetId, rank });
    this.version = null;
    this.spaceBytes = 0;
    for (let after = 0; ; ) {
      const rows = await findPlaced(db, datasetId, after, PLACED_AT_ONCE);
      for (const { extractionId, vectors } of rows) {
        after = extractionId;
        this.spaceBytes += vectors.length;
        this.thread.tell({ type: 'placed', datasetId, extractionId, vectors: joined([vectors]) });
      }
      if (rows.length < PLACED_AT_ONCE) break;
    }
    this.version = version;
  }
}

/** In memory of its own, which can be passed to a thread. */
function joined(lists: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(lists.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const list of lists) {
    bytes.set(list, offset);
    offset += list.length;
  }
  return bytes;
}
