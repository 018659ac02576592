import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import type { WatchChannel } from '@tandem/shared/live/schema';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { changesSince, pageOf, presentChange } from '../../content/message/changes.ts';
import { type ChangedRow, type ChangeSet, isOnPath, type QueuedRow } from '../../content/message/row.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { eventLoopTurn } from '../../core/timing/event-loop-turn.ts';
import type { ChannelFeed } from '../../workspace/watch/feed.ts';
import { channelHubOf } from '../../workspace/watch/hub.ts';
import type { PeopleBoard, PeopleEvent } from '../../workspace/watch/people.ts';
import { ChannelWatcher } from '../../workspace/watch/watcher.ts';
import { agentFeedsOf } from './agent-feed.ts';
import { AgentNews } from './agent-news.ts';

/**
 * Streams a channel: missed changes, then live events, until the reader leaves or loses access. Keeps no
 * backlog for a slow reader, who gets the current state instead.
 */
export async function* watchChannel(
  ctx: UserContext,
  channel: LoadedChannel,
  input: WatchChannel,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<ChannelLiveEvent>, void, undefined> {
  const { id: channelId, teamId, held } = channel;
  const watcher = new ChannelWatcher({ userId: ctx.actor.userId, channel, channelId, teamId, held }, signal);
  const hub = channelHubOf(ctx.platform);
  const agents = channel.kind === 'agent' ? agentFeedsOf(ctx.platform) : null;
  const agent = agents && new AgentNews(agents.join(watcher), watcher);
  const stream = new ChannelStream(ctx, hub.join(watcher), watcher, agent);
  try {
    for await (const event of stream.events(revisionOf(input), signal))
      yield tracked(String(stream.revision), event);
  } finally {
    agents?.leave(watcher);
    hub.leave(watcher);
  }
}

/** Returns the reader's revision; null without a usable one. */
function revisionOf({ revision, lastEventId }: WatchChannel): number | null {
  if (typeof lastEventId === 'string') return /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
  return revision ?? null;
}

interface Told {
  revision: number;
  rows: ChangedRow[];
  queue: QueuedRow[];
}

/** One reader's progress in a channel, and their next events. */
class ChannelStream {
  /** The revision up to which everything was sent. */
  revision = 0;
  /** The running turn, and the number of deltas of its message the reader has. */
  private turnId: string | null = null;
  private n = 0;
  private hadQueue = true;
  /** The last presence sent. */
  private people: PeopleEvent | null = null;
  private readonly ctx: UserContext;
  private readonly feed: ChannelFeed;
  private readonly board: PeopleBoard;
  private readonly watcher: ChannelWatcher;
  /** Null for a channel that is no agent's. */
  private readonly agent: AgentNews | null;

  constructor(
    ctx: UserContext,
    { feed, people }: { feed: ChannelFeed; people: PeopleBoard },
    watcher: ChannelWatcher,
    agent: AgentNews | null,
  ) {
    this.ctx = ctx;
    this.feed = feed;
    this.board = people;
    this.watcher = watcher;
    this.agent = agent;
  }

  async *events(since: number | null, signal: AbortSignal): AsyncGenerator<ChannelLiveEvent> {
    const { feed, watcher, ctx } = this;
    await Promise.race([feed.ready, watcher.wake.wait()]);
    try {
      await ctx.drained?.(signal);
      if (!watcher.isGone && !signal.aborted) yield* this.first(since);
      while (!signal.aborted && !watcher.isGone) {
        await ctx.drained?.(signal);
        let isIdle = true;
        for await (const event of this.next()) {
          isIdle = false;
          yield event;
          const turn = eventLoopTurn();
          if (turn) await turn;
        }
        if (isIdle) await watcher.wake.wait();
      }
    } catch (err) {
      // Deleted for good while it was read.
      if (!(err instanceof AppError) || err.key !== 'notFound') throw err;
      watcher.isGone = true;
    }
    if (watcher.isGone) yield { type: 'gone' };
  }

  /** Yields missed changes or the newest page, the running message, and the queue. */
  private async *first(since: number | null): AsyncGenerator<ChannelLiveEvent> {
    const change = since === null ? null : await this.readSince(since);
    if (!change) {
      yield* this.newestPage();
      return;
    }
    const running = this.feed.mirror?.snapshot();
    const isMissing = running && !change.rows.some(({ id }) => id === running.id);
    yield* this.tell(isMissing ? { ...change, rows: [...change.rows, running] } : change);
  }

  /** Yields everything new for this reader. */
  private async *next(): AsyncGenerator<ChannelLiveEvent> {
    const { feed } = this;
    const { revision } = feed;
    if (revision > this.revision) {
      const kept = feed.since(this.revision);
      const change = kept ? merged(kept) : await this.readSince(this.revision);
      yield* change ? this.tell(change) : this.newestPage();
      // Avoids polling for ever after the database was restored to an earlier state.
      this.revision = Math.max(this.revision, revision);
    }
    yield* this.growth();
    if (this.agent) yield* this.agent.next();
    const { event } = this.board;
    if (event && event !== this.people) {
      this.people = event;
      yield event;
    }
  }

  private *growth(): Generator<ChannelLiveEvent> {
    const { mirror } = this.feed;
    if (!mirror || (this.turnId === mirror.turnId && this.n >= mirror.n)) return;
    const deltas = this.turnId === mirror.turnId ? mirror.since(this.n) : null;
    if (!deltas) {
      yield this.messages({ revision: this.revision, rows: [mirror.snapshot()], queue: [] });
      return;
    }
    for (const event of deltas) {
      this.n = event.n;
      yield event;
    }
  }

  /** Null when more was missed than is worth telling one by one. */
  private async readSince(revision: number): Promise<ChangeSet | null> {
    const change = await changesSince(this.ctx.db, this.feed.channelId, revision);
    return change.tooMany ? null : change;
  }

  private *tell(told: Told): Generator<ChannelLiveEvent> {
    this.revision = told.revision;
    yield this.messages(told);
    yield* this.queue(told);
  }

  private async *newestPage(): AsyncGenerator<ChannelLiveEvent> {
    const page = await pageOf(this.ctx.db, this.feed.channelId);
    this.revision = page.revision;
    yield { ...this.messages(page), reset: true, hasMore: page.hasMore };
    this.hadQueue = true;
    yield* this.queue(page);
  }

  private *queue({ revision, queue, rows: _rows }: Told): Generator<ChannelLiveEvent> {
    if (!this.hadQueue && queue.length === 0) return;
    this.hadQueue = queue.length > 0;
    const { queue: presented } = presentChange({ revision, rows: [], queue }, this.reader());
    yield { type: 'queue', revision, queue: presented };
  }

  /** Returns messages as they are now; the running one's deltas continue from there. */
  private messages({ revision, rows }: Told): Extract<ChannelLiveEvent, { type: 'messages' }> {
    const current = rows.map((row) => this.feed.current(row));
    const running = current.filter(isOnPath).find(({ status }) => status === 'running');
    if (running) {
      this.turnId = running.turnId;
      this.n = running.n;
    }
    const { messages, removed } = presentChange({ revision, rows: current, queue: [] }, this.reader());
    return { type: 'messages', revision, reset: false, messages, removed };
  }

  private reader() {
    const { userId, held, channel } = this.watcher;
    return { userId, held, channel };
  }
}

/** Several change sets as one: of each message the last state counts. */
function merged(sets: readonly ChangeSet[]): Told {
  const rows = new Map(sets.flatMap((set) => set.rows).map((row) => [row.id, row]));
  const { revision, queue } = sets.at(-1) as ChangeSet;
  return { revision, queue, rows: [...rows.values()].sort((a, b) => a.seq - b.seq) };
}
