import type { Db } from '@tandem/db';
import { perProcess } from '../../../core/per-process.ts';
import type { Platform } from '../../../core/platform.ts';
import type { SpaceHead } from '../space/space.repo.ts';
import { HeldByThread, type Wanted } from './load.ts';
import { RankerEnded, RankerThread } from './thread.ts';

/** Bytes of datasets that one process holds, about; those in use are held in any case. */
const MAX_HELD = 512 * 1024 * 1024;

/** A dataset of a search. */
export interface SearchedDataset {
  id: string;
  extractions: readonly Wanted[];
  space: SpaceHead | null;
}

interface Entry {
  held: HeldByThread;
  /** Ends when nothing is being read for it. */
  ready: Promise<void>;
  users: number;
}

/** Ranks passages in a thread that holds the datasets used last. */
class Ranker {
  private thread: RankerThread | null = null;
  /** In the order of their last use. */
  private readonly entries = new Map<string, Entry>();
  private readonly platform: Platform;

  constructor(platform: Platform) {
    this.platform = platform;
  }

  /**
   * Has the thread hold some datasets while it ranks them; does so again when the thread ends meanwhile.
   * @param signal ends reading what the thread lacks; what was read until then is held
   */
  async holding<T>(
    db: Db,
    datasets: readonly SearchedDataset[],
    work: (thread: Pick<RankerThread, 'rank' | 'match'>) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      return await this.once(db, datasets, work, signal);
    } catch (error) {
      // Another search may have been too much for the thread that both were in.
      if (error instanceof RankerEnded) return this.once(db, datasets, work, signal);
      throw error;
    }
  }

  private async once<T>(
    db: Db,
    datasets: readonly SearchedDataset[],
    work: (thread: Pick<RankerThread, 'rank' | 'match'>) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const thread = this.running();
    const entries = datasets.map(({ id }) => this.use(thread, id));
    try {
      for (const [i, entry] of entries.entries())
        await complete(entry, db, datasets[i] as SearchedDataset, signal);
      return await work(thread);
    } finally {
      for (const entry of entries) entry.users -= 1;
      this.evict(thread);
    }
  }

  private running(): RankerThread {
    this.thread ??= new RankerThread(this.platform.log, () => {
      this.thread = null;
      this.entries.clear();
    });
    return this.thread;
  }

  private use(thread: RankerThread, datasetId: string): Entry {
    const entry = this.entries.get(datasetId) ?? {
      held: new HeldByThread(thread, datasetId),
      ready: Promise.resolve(),
      users: 0,
    };
    this.entries.delete(datasetId);
    this.entries.set(datasetId, entry);
    entry.users += 1;
    return entry;
  }

  private evict(thread: RankerThread): void {
    let bytes = this.entries.values().reduce((sum, { held }) => sum + held.bytes, 0);
    for (const [datasetId, { held, users }] of this.entries) {
      if (bytes <= MAX_HELD) return;
      if (users > 0) continue;
      this.entries.delete(datasetId);
      bytes -= held.bytes;
      thread.tell({ type: 'drop', datasetId });
    }
  }
}

/** Reads what is missing of a dataset, one after the other, so that nothing is read twice. */
function complete(
  entry: Entry,
  db: Db,
  { extractions, space }: SearchedDataset,
  signal: AbortSignal | undefined,
): Promise<void> {
  const next = () => entry.held.complete(db, { extractions, space }, signal);
  entry.ready = entry.ready.then(next, next);
  return entry.ready;
}

export const rankerOf = perProcess((platform) => new Ranker(platform));
