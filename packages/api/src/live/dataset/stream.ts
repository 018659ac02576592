import { setTimeout } from 'node:timers/promises';
import type { DatasetLiveEvent } from '@tandem/shared/live/events';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type BusMessage, topics } from '../../core/live/bus.ts';
import { sharedCount } from '../../dataset/dataset/counts.ts';
import { readDataset } from '../../dataset/dataset/read.ts';
import { findChanged, findUnfinished } from '../../dataset/source/news.repo.ts';
import { presentSource } from '../../dataset/source/source.presenter.ts';
import { findHolding, findSources, type SourceRow } from '../../dataset/source/source.repo.ts';
import { channelHubOf } from '../../workspace/watch/hub.ts';
import { ChannelWatcher } from '../../workspace/watch/watcher.ts';
import { FollowedDocuments } from './followed.ts';
import { DatasetReaders } from './readers.ts';

/** Sources of one event, and those whose reading is followed. */
const MAX_NEWS = 200;
/** Shortest time between two events, so that reading many pages does not flood a reader, in milliseconds. */
const PAUSE_MS = 250;
/** The same while more sources wait than are followed, when each event has its reader load lists again. */
const CROWDED_PAUSE_MS = 2_000;
/** How much longer than it took to make an event the pause after it is, so that large datasets do not take all time. */
const REST = 5;
/** Milliseconds between comparisons with the database: the bus may lose a message. */
const COMPARE_EVERY_MS = 4_000;

/** Streams changes of a dataset's sources and the progress of reading them, until the reader leaves or loses access. */
export async function* watchDataset(
  ctx: UserContext,
  channel: LoadedChannel,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<DatasetLiveEvent>, void, undefined> {
  const { id: channelId, teamId, held } = channel;
  const watcher = new ChannelWatcher({ userId: ctx.actor.userId, channel, channelId, teamId, held }, signal);
  const hub = channelHubOf(ctx.platform);
  hub.join(watcher);
  const progress = new DatasetProgress(ctx, watcher);
  const readers = new DatasetReaders(ctx, watcher);
  try {
    for await (const event of progress.events(signal, readers))
      yield tracked(String(progress.revision), event);
  } catch (error) {
    // Deleted for good, or out of sight, while it was read.
    if (!(error instanceof AppError) || error.key !== 'notFound') throw error;
    yield tracked(String(progress.revision), { type: 'gone' });
  } finally {
    progress.close();
    readers.close();
    hub.leave(watcher);
  }
}

/** One reader's progress in a dataset. */
class DatasetProgress {
  /** The dataset's revision up to which changes were told. */
  revision = 0;
  /** Facts behind the abilities last sent. */
  private standing: string;
  private removed: string[] = [];
  private isReset = true;
  /** More sources are unfinished than are followed; one of the others may be read without being noticed. */
  private isCrowded = false;
  /** The dataset's numbers as they were told. */
  private numbers = '';
  /** Contents whose overview changed. */
  private overviews = new Set<string>();
  /** Unfinished sources as they were told, by id. */
  private unfinished = new Map<string, string>();
  private readonly followed = new Map<string, () => void>();
  private readonly documents: FollowedDocuments;
  private readonly unsubscribe: () => void;
  private readonly timer: NodeJS.Timeout;
  private readonly ctx: UserContext;
  private readonly watcher: ChannelWatcher;

  constructor(ctx: UserContext, watcher: ChannelWatcher) {
    this.ctx = ctx;
    this.watcher = watcher;
    this.standing = this.standingNow();
    const { bus } = ctx.platform;
    this.unsubscribe = bus.subscribe(topics.dataset(watcher.channelId), (message) => this.hear(message));
    this.documents = new FollowedDocuments(ctx.platform, watcher);
    this.timer = setInterval(() => watcher.wake.raise(), COMPARE_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
    this.documents.close();
    this.unsubscribe();
    for (const unfollow of this.followed.values()) unfollow();
  }

  async *events(signal: AbortSignal, readers: DatasetReaders): AsyncGenerator<DatasetLiveEvent> {
    const { ctx, watcher } = this;
    while (!signal.aborted && !watcher.isGone) {
      await ctx.drained?.(signal);
      if (signal.aborted || watcher.isGone) break;
      const began = performance.now();
      const events = [await this.news(), await this.overviewNews(), await readers.news()].filter(
        (event) => event !== null,
      );
      const restMs = REST * (performance.now() - began);
      for (const event of events) yield event;
      // Looking took as long without an event: readers who move often must not take all time either.
      const leastMs = events.length === 0 ? 0 : this.isCrowded ? CROWDED_PAUSE_MS : PAUSE_MS;
      await setTimeout(Math.max(leastMs, restMs), undefined, { signal }).catch(() => {});
      await watcher.wake.wait();
    }
    if (watcher.isGone) yield { type: 'gone' };
  }

  /** Sources that the reader sees whose overview changed; null for none. */
  private async overviewNews(): Promise<DatasetLiveEvent | null> {
    if (this.overviews.size === 0) return null;
    const hashes = [...this.overviews];
    this.overviews.clear();
    const { db, actor } = this.ctx;
    const sourceIds = await findHolding(db, actor, this.watcher.channelId, hashes);
    return sourceIds.length === 0 ? null : { type: 'overviews', sourceIds };
  }

  /** Everything new of the sources for this reader; null for nothing. */
  private async news(): Promise<DatasetLiveEvent | null> {
    const { db, actor, platform } = this.ctx;
    const datasetId = this.watcher.channelId;
    const { gone, isMore } = await this.documents.news(db, actor, this.revision);
    const [standing, wasCrowded] = [this.standingNow(), this.isCrowded];
    const removed = [...new Set([...this.removed, ...gone])];
    const asked = this.isReset || isMore;
    const isOther = standing !== this.standing;
    this.removed = [];
    this.isReset = false;
    this.standing = standing;
    const rows = await this.changed(datasetId);
    const isNews = rows.length > 0 || removed.length > 0 || asked || isOther;
    const mayMiss = wasCrowded || this.isCrowded;
    if (!isNews && !mayMiss) return null;
    const dataset = await readDataset(db, actor, datasetId, sharedCount(platform));
    const numbers = JSON.stringify([dataset.sources, dataset.pages]);
    const isMissed = mayMiss && numbers !== this.numbers;
    this.numbers = numbers;
    if (!isNews && !isMissed) return null;
    const reset = asked || isMissed || rows.length >= MAX_NEWS;
    this.revision = Math.max(
      this.revision,
      ...rows.map(({ revision }) => revision),
      reset ? dataset.revision : 0,
    );
    return {
      ...{ type: 'sources', dataset, removed },
      reset,
      sources: rows.map(presentSource),
    };
  }

  /** Sources that changed, or were read on or finished, since they were last told. */
  private async changed(datasetId: string): Promise<SourceRow[]> {
    const { db, actor } = this.ctx;
    const range = { datasetId, since: this.revision, limit: MAX_NEWS };
    const unfinished = await findUnfinished(db, actor, range);
    this.isCrowded = unfinished.length >= MAX_NEWS;
    const found = [...(await findChanged(db, actor, range)), ...unfinished];
    const told = new Set(found.map(({ id }) => id));
    const finished = [...this.unfinished.keys()].filter((id) => !told.has(id));
    found.push(...(await findSources(db, actor, datasetId, finished)));
    // Of a source that was found twice, what was read later counts.
    const rows = [...new Map(found.toReversed().map((row) => [row.id, row])).values()];
    const before = this.unfinished;
    const changed = rows.filter((row) => row.revision > this.revision || before.get(row.id) !== stateOf(row));
    this.unfinished = new Map(rows.filter(isUnfinished).map((row) => [row.id, stateOf(row)]));
    this.follow(rows.filter(isUnfinished));
    return changed;
  }

  private standingNow(): string {
    const { held, channel } = this.watcher;
    return `${held} ${channel.archivedAt === null}`;
  }

  private follow(rows: readonly SourceRow[]): void {
    const hashes = new Set(rows.flatMap(({ hash }) => hash ?? []));
    for (const [hash, unfollow] of this.followed)
      if (!hashes.has(hash)) {
        unfollow();
        this.followed.delete(hash);
      }
    for (const hash of hashes)
      if (!this.followed.has(hash)) {
        const listen = () => this.watcher.wake.raise();
        this.followed.set(hash, this.ctx.platform.bus.subscribe(topics.extraction(hash), listen));
      }
  }

  private hear({ type, removed, hash }: BusMessage): void {
    if (type === 'overview') this.overviews.add(String(hash));
    else if (Array.isArray(removed)) this.removed.push(...(removed as string[]));
    else this.isReset = true;
    this.watcher.wake.raise();
  }
}

const isUnfinished = ({ status }: SourceRow) => status === 'queued' || status === 'reading';

const stateOf = ({ status, done, pages, problem, readingProblem }: SourceRow) =>
  [status, done, pages, problem, readingProblem].join(' ');
