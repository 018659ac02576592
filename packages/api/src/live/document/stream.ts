import type { DocumentLiveEvent } from '@tandem/shared/live/events';
import type { WatchDocument } from '@tandem/shared/live/schema';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { presentDiscussion } from '../../document/discussion/discussion.presenter.ts';
import { presentVersion } from '../../document/version/version.presenter.ts';
import { channelHubOf } from '../../workspace/watch/hub.ts';
import { ChannelWatcher } from '../../workspace/watch/watcher.ts';
import { type DocumentFeed, documentFeedsOf } from './feed.ts';

/**
 * Streams a document's discussions, appearance and versions: missed changes, then live events, until the
 * reader leaves or loses access. A slow reader gets the current state.
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
  const all = documentFeedsOf(ctx.platform);
  // Access ends and changes as for watchers of the channel itself.
  hub.join(watcher);
  const feed = all.join(watcher);
  const stream = new DocumentStream(ctx, feed, watcher);
  try {
    for await (const event of stream.events(revisionOf(input), signal))
      yield tracked(String(stream.revision ?? 0), event);
  } finally {
    all.leave(watcher);
    hub.leave(watcher);
  }
}

/** Returns the reader's revision; null without a usable one. */
function revisionOf({ revision, lastEventId }: WatchDocument): number | null {
  if (typeof lastEventId === 'string') return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
  return revision ?? null;
}

/** One reader's progress in a document. */
class DocumentStream {
  /** Revision up to which discussions were sent; null for none. */
  revision: number | null = null;
  private appearanceRevision = -1;
  private versionRevision = -1;
  /** Facts behind the abilities last sent. */
  private standing = '';
  private readonly ctx: UserContext;
  private readonly feed: DocumentFeed;
  private readonly watcher: ChannelWatcher;

  constructor(ctx: UserContext, feed: DocumentFeed, watcher: ChannelWatcher) {
    this.ctx = ctx;
    this.feed = feed;
    this.watcher = watcher;
  }

  async *events(since: number | null, signal: AbortSignal): AsyncGenerator<DocumentLiveEvent> {
    const { ctx, watcher } = this;
    let first = true;
    try {
      this.standing = this.standingNow();
      await this.feed.begin();
      while (!signal.aborted && !watcher.isGone) {
        await ctx.drained?.(signal);
        if (watcher.isGone || signal.aborted) break;
        const standing = this.standingNow();
        const isOther = standing !== this.standing;
        this.standing = standing;
        let told = false;
        for await (const event of this.news({ first, isOther, since })) {
          told = true;
          yield event;
        }
        first = false;
        if (!told) await watcher.wake.wait();
      }
    } catch (err) {
      // Deleted for good, or out of sight, while it was read.
      if (!(err instanceof AppError) || err.key !== 'notFound') throw err;
      watcher.isGone = true;
    }
    if (watcher.isGone) yield { type: 'gone' };
  }

  /** Yields everything new for this reader; everything at first and when their abilities change. */
  private async *news({
    first,
    isOther,
    since,
  }: {
    first: boolean;
    isOther: boolean;
    since: number | null;
  }): AsyncGenerator<DocumentLiveEvent> {
    const { feed } = this;
    if (first) yield await this.tellDiscussions(since);
    else if (isOther) yield await this.tellDiscussions(null);
    else if (feed.discussions.revision > (this.revision ?? -1))
      yield await this.tellDiscussions(this.revision);
    if (first || feed.appearance.revision > this.appearanceRevision) yield await this.tellAppearance();
    if (first || isOther) yield this.resetVersions();
    else if (feed.versions.revision > this.versionRevision) yield await this.tellVersions();
  }

  private async tellDiscussions(since: number | null): Promise<DocumentLiveEvent> {
    const heard = this.feed.discussions.revision;
    const { revision, rows, removed, reset } = await this.feed.discussions.since(since);
    // Avoids polling for ever after the database was restored to an earlier state.
    this.revision = Math.max(revision, heard);
    const { userId, held, channel } = this.watcher;
    const discussions = rows.map((row) => presentDiscussion(row, { userId, held, channel }));
    return { type: 'discussions', revision, reset, discussions, removed };
  }

  private async tellAppearance(): Promise<DocumentLiveEvent> {
    const heard = this.feed.appearance.revision;
    const appearance = await this.feed.appearance.now();
    this.appearanceRevision = Math.max(appearance.attributeRevision, heard);
    return { type: 'appearance', appearance };
  }

  private resetVersions(): DocumentLiveEvent {
    this.versionRevision = this.feed.versions.revision;
    return { type: 'versions', reset: true, versions: [], removed: [] };
  }

  private async tellVersions(): Promise<DocumentLiveEvent> {
    const { feed, watcher } = this;
    const heard = feed.versions.revision;
    const changes = await feed.versions.since(this.versionRevision);
    if (!changes) return this.resetVersions();
    this.versionRevision = heard;
    const { channel, held, userId } = watcher;
    const document = { ...channel, held };
    const versions = changes.rows.map((row) => presentVersion(row, document, userId));
    return { type: 'versions', reset: false, versions, removed: changes.removed };
  }

  private standingNow(): string {
    const { held, channel } = this.watcher;
    return `${held} ${channel.archivedAt === null}`;
  }
}
