import {
  MAX_READERS,
  READER_SILENCE_MS,
  type ReaderPlace,
  type SourceReader,
} from '@tandem/shared/dataset/reader';
import type { DatasetLiveEvent } from '@tandem/shared/live/events';
import type { UserContext } from '../../core/context.ts';
import { topics } from '../../core/live/bus.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { asReaderMessage, publishLeaving, publishReader } from '../../dataset/reader/tell.ts';
import { findSources } from '../../dataset/source/source.repo.ts';
import { peopleById } from '../../workspace/watch/watch.repo.ts';
import type { ChannelWatcher } from '../../workspace/watch/watcher.ts';

/** People remembered in one dataset; more than are ever told of. */
const MAX_KEPT = 200;

interface Kept {
  place: ReaderPlace;
  until: number;
}

/** Where people read in one dataset, as far as this process was told. Nothing is stored, and everything expires. */
class ReaderBoard {
  readonly watchers = new Set<ChannelWatcher>();
  private readonly kept = new Map<number, Kept>();
  private readonly unsubscribe: () => void;

  constructor({ bus }: Platform, datasetId: string) {
    this.unsubscribe = bus.subscribe(topics.readers(datasetId), (message) => {
      const heard = asReaderMessage(message);
      if (!heard) return;
      const kept = this.kept.get(heard.userId);
      if (!heard.isLeaving || !kept || !this.isWatchedBy(heard.userId)) this.hear(heard.userId, heard.place);
      // Another stream of theirs ended, maybe of another server: they are still here.
      else publishReader(bus, datasetId, heard.userId, kept.place);
    });
  }

  isWatchedBy(person: number): boolean {
    return [...this.watchers].some(({ userId }) => userId === person);
  }

  close(): void {
    this.unsubscribe();
  }

  /** Everyone but one person, those who moved last first. */
  others(userId: number): [userId: number, place: ReaderPlace][] {
    const now = steadyMs();
    for (const [id, { until }] of this.kept) if (until <= now) this.kept.delete(id);
    return [...this.kept]
      .filter(([id]) => id !== userId)
      .toReversed()
      .slice(0, MAX_READERS)
      .map(([id, { place }]) => [id, place]);
  }

  private hear(userId: number, place: ReaderPlace | null): void {
    const before = this.kept.get(userId);
    if (before && place && JSON.stringify(before.place) === JSON.stringify(place)) {
      // A sign of life moves nobody.
      before.until = steadyMs() + READER_SILENCE_MS;
      return;
    }
    if (!before && !place) return;
    this.kept.delete(userId);
    if (place && this.kept.size < MAX_KEPT)
      this.kept.set(userId, { place, until: steadyMs() + READER_SILENCE_MS });
    for (const { wake } of this.watchers) wake.raise();
  }
}

const boardsOf = perProcess(() => new Map<string, ReaderBoard>());

/** The other readers of a dataset, as one person sees them. */
export class DatasetReaders {
  private readonly ctx: UserContext;
  private readonly watcher: ChannelWatcher;
  private readonly board: ReaderBoard;
  /** The state told last. */
  private told = '[]';

  constructor(ctx: UserContext, watcher: ChannelWatcher) {
    this.ctx = ctx;
    this.watcher = watcher;
    const boards = boardsOf(ctx.platform);
    this.board = boards.get(watcher.channelId) ?? new ReaderBoard(ctx.platform, watcher.channelId);
    boards.set(watcher.channelId, this.board);
    this.board.watchers.add(watcher);
  }

  /** Ends it; without another open stream of theirs, on this server or others, the person reads nowhere any more. */
  close(): void {
    const { board, watcher, ctx } = this;
    board.watchers.delete(watcher);
    if (!board.isWatchedBy(watcher.userId))
      publishLeaving(ctx.platform.bus, watcher.channelId, watcher.userId);
    if (board.watchers.size > 0) return;
    board.close();
    boardsOf(ctx.platform).delete(watcher.channelId);
  }

  /** Everyone else and where they read, if that changed; sources that are hidden from this person are left out. */
  async news(): Promise<DatasetLiveEvent | null> {
    const { db, actor } = this.ctx;
    const others = this.board.others(actor.userId);
    const key = JSON.stringify(others);
    if (key === this.told) return null;
    this.told = key;
    if (others.length === 0) return { type: 'readers', readers: [] };
    const sourceIds = [...new Set(others.map(([, { sourceId }]) => sourceId))];
    const seen = new Set(
      (await findSources(db, actor, this.watcher.channelId, sourceIds)).map(({ id }) => id),
    );
    const people = new Map(
      (
        await peopleById(
          db,
          others.map(([id]) => id),
        )
      ).map((person) => [person.id, person]),
    );
    const readers = others.flatMap(([id, place]): SourceReader[] => {
      const person = people.get(id);
      return person && seen.has(place.sourceId) ? [{ person, ...place }] : [];
    });
    return { type: 'readers', readers };
  }
}
