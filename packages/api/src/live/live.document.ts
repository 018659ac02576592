import type { DocumentLiveEvent } from '@tandem/shared/live/events';
import type { WatchDocument } from '@tandem/shared/live/schema';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { LoadedChannel } from '../access/access.rules.ts';
import { readChannel } from '../channel/channel.service.ts';
import type { UserContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import type { Platform } from '../core/platform.ts';
import { discussionRevisions } from '../discussion/discussion.changes.ts';
import { presentDiscussion } from '../discussion/discussion.presenter.ts';
import { DiscussionFeed } from './live.discussions.ts';
import { channelHubOf } from './live.hub.ts';
import { ChannelWatcher } from './live.watcher.ts';

/** How often followed documents are compared with the database, in milliseconds: the bus may lose a message. */
const CHECK_EVERY_MS = 4_000;

/** The documents whose discussions are followed in this process. */
class DocumentFeeds {
  private readonly feeds = new Map<string, DiscussionFeed>();
  private readonly platform: Platform;
  private timer: NodeJS.Timeout | null = null;

  constructor(platform: Platform) {
    this.platform = platform;
    platform.bus.onReconnect(() => void this.check());
  }

  join(watcher: ChannelWatcher): DiscussionFeed {
    const { channelId } = watcher;
    const feed = this.feeds.get(channelId) ?? new DiscussionFeed(this.platform, channelId);
    this.feeds.set(channelId, feed);
    feed.watchers.add(watcher);
    this.timer ??= setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
    return feed;
  }

  leave(watcher: ChannelWatcher): void {
    const feed = this.feeds.get(watcher.channelId);
    feed?.watchers.delete(watcher);
    if (feed?.watchers.size === 0) {
      feed.close();
      this.feeds.delete(watcher.channelId);
    }
    if (this.feeds.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private async check(): Promise<void> {
    const ids = [...this.feeds.keys()];
    if (ids.length === 0) return;
    try {
      for (const { documentId, revision } of await discussionRevisions(this.platform.database.db, ids))
        this.feeds.get(documentId)?.notice(revision);
    } catch (err) {
      this.platform.log.warn({ err }, 'followed documents could not be compared with the database');
    }
  }
}

const feeds = new WeakMap<Platform, DocumentFeeds>();

function feedsOf(platform: Platform): DocumentFeeds {
  const known = feeds.get(platform) ?? new DocumentFeeds(platform);
  feeds.set(platform, known);
  return known;
}

/**
 * Streams the discussions beside a document: what was missed, then everything as it happens, until the reader leaves
 * or loses access. Whoever falls behind gets the state as it is by then.
 */
export async function* watchDocument(
  ctx: UserContext,
  channel: LoadedChannel,
  input: WatchDocument,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<DocumentLiveEvent>, void, undefined> {
  const { id: channelId, teamId, held } = channel;
  const watcher = new ChannelWatcher({ userId: ctx.actor.userId, channel, channelId, teamId, held }, signal);
  const hub = channelHubOf(ctx.platform);
  const all = feedsOf(ctx.platform);
  // Access ends and changes as it does for who follows the channel itself.
  hub.join(watcher);
  const feed = all.join(watcher);
  const stream = new DiscussionStream(ctx, feed, watcher);
  try {
    for await (const event of stream.events(revisionOf(input), signal))
      yield tracked(String(stream.revision ?? 0), event);
  } finally {
    all.leave(watcher);
    hub.leave(watcher);
  }
}

/** The revision that the reader holds; null when they hold nothing usable. */
function revisionOf({ revision, lastEventId }: WatchDocument): number | null {
  if (typeof lastEventId === 'string') return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
  return revision ?? null;
}

/** How far one reader has been told of a document's discussions. */
class DiscussionStream {
  /** The revision up to which everything was sent; null: nothing yet. */
  revision: number | null = null;
  /** What decided their abilities when they were told last. */
  private standing = '';
  private readonly ctx: UserContext;
  private readonly feed: DiscussionFeed;
  private readonly watcher: ChannelWatcher;

  constructor(ctx: UserContext, feed: DiscussionFeed, watcher: ChannelWatcher) {
    this.ctx = ctx;
    this.feed = feed;
    this.watcher = watcher;
  }

  async *events(since: number | null, signal: AbortSignal): AsyncGenerator<DocumentLiveEvent> {
    const { ctx, feed, watcher } = this;
    try {
      this.standing = this.standingNow();
      await ctx.drained?.(signal);
      if (!watcher.isGone && !signal.aborted) yield await this.tell(since);
      while (!signal.aborted && !watcher.isGone) {
        await ctx.drained?.(signal);
        await this.rename();
        const standing = this.standingNow();
        const isOther = standing !== this.standing;
        this.standing = standing;
        if (isOther || feed.revision > (this.revision ?? -1))
          yield await this.tell(isOther ? null : this.revision);
        else await watcher.wake.wait();
      }
    } catch (err) {
      // Deleted for good, or out of sight, while it was read.
      if (!(err instanceof AppError) || err.key !== 'notFound') throw err;
      watcher.isGone = true;
    }
    if (watcher.isGone) yield { type: 'gone' };
  }

  private async tell(since: number | null): Promise<DocumentLiveEvent> {
    const heard = this.feed.revision;
    const { revision, rows, removed, reset } = await this.feed.since(since);
    // A database that was put back to an earlier state must not be asked for ever.
    this.revision = Math.max(revision, heard);
    const { userId, held, channel } = this.watcher;
    const discussions = rows.map((row) => presentDiscussion(row, { userId, held, channel }));
    return { type: 'discussions', revision, reset, discussions, removed };
  }

  /** The document went to the archive, or came back. */
  private async rename(): Promise<void> {
    const { watcher } = this;
    if (!watcher.isRenamed || watcher.isGone) return;
    watcher.isRenamed = false;
    watcher.channel = await readChannel(this.ctx.db, { userId: watcher.userId }, watcher.channelId);
  }

  private standingNow(): string {
    const { held, channel } = this.watcher;
    return `${held} ${channel.archivedAt === null}`;
  }
}
