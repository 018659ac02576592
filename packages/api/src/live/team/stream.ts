import type { TeamLiveEvent } from '@tandem/shared/live/events';
import type { WatchTeam } from '@tandem/shared/live/schema';
import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { type BusMessage, topics } from '../../core/live/bus.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { Wake } from '../../workspace/watch/wake.ts';
import { activeMembers } from '../../workspace/watch/watch.repo.ts';
import { treeSince } from './tree-sync.ts';

/** Milliseconds between comparisons of watched teams with the database. */
const CHECK_EVERY_MS = 3_000;
/** Milliseconds in which changes are batched. */
const GATHER_MS = 60;

class TeamWatcher {
  readonly userId: number;
  readonly teamId: string;
  readonly wake: Wake;
  /** Something may have changed. */
  isStale = true;
  /** Last revision sent; null before the first. */
  revision: number | null;
  isGone = false;

  constructor(userId: number, teamId: string, revision: number | null, signal: AbortSignal) {
    this.userId = userId;
    this.teamId = teamId;
    this.revision = revision;
    this.wake = new Wake(signal);
  }

  stale(): void {
    this.isStale = true;
    this.wake.raise();
  }
}

/** Watchers of teams' trees in this process. */
class TeamHub {
  private readonly watchers = new Map<string, Set<TeamWatcher>>();
  private readonly unsubscribes = new Map<string, () => void>();
  private readonly platform: Platform;
  private timer: NodeJS.Timeout | null = null;

  constructor(platform: Platform) {
    this.platform = platform;
    platform.bus.onReconnect(() => void this.check());
  }

  join(watcher: TeamWatcher): void {
    const { teamId } = watcher;
    const watchers = this.watchers.get(teamId) ?? new Set();
    this.watchers.set(teamId, watchers.add(watcher));
    if (!this.unsubscribes.has(teamId)) {
      const hear = (message: BusMessage) => {
        if (message.type === 'tree') for (const each of watchers) each.stale();
      };
      this.unsubscribes.set(teamId, this.platform.bus.subscribe(topics.team(teamId), hear));
    }
    this.timer ??= setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  leave(watcher: TeamWatcher): void {
    const { teamId } = watcher;
    const watchers = this.watchers.get(teamId);
    if (!watchers?.delete(watcher) || watchers.size > 0) return;
    this.watchers.delete(teamId);
    this.unsubscribes.get(teamId)?.();
    this.unsubscribes.delete(teamId);
    if (this.watchers.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** The bus may lose tree events, and has none for memberships. */
  private async check(): Promise<void> {
    const watchers = [...this.watchers.values()].flatMap((each) => [...each]);
    if (watchers.length === 0) return;
    try {
      const members = await activeMembers(this.platform.database.db, watchers);
      const revisions = new Map(members.map((row) => [keyOf(row), row.treeRevision]));
      for (const watcher of watchers) {
        const revision = revisions.get(keyOf(watcher));
        watcher.isGone = revision === undefined;
        if (watcher.isGone || revision !== watcher.revision) watcher.stale();
      }
    } catch (err) {
      this.platform.log.warn({ err }, 'watched teams could not be compared with the database');
    }
  }
}

function keyOf({ userId, teamId }: { userId: number; teamId: string }): string {
  return `${userId} ${teamId}`;
}

const teamHubOf = perProcess((platform) => new TeamHub(platform));

/**
 * Streams the actor's view of a team's tree, by default their current one's; ends when they are no longer an
 * active member.
 * @throws AppError `notFound` when they are not an active member of the named team
 */
export async function* watchTeam(
  ctx: UserContext,
  input: WatchTeam,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<TeamLiveEvent>, void, undefined> {
  const { userId } = ctx.actor;
  const teamId = input.teamId ?? ctx.actor.teamId;
  if (teamId === null) return;
  if (input.teamId && (await activeMembers(ctx.db, [{ userId, teamId }])).length === 0)
    throw new AppError('notFound');
  const held = /^\d{1,15}$/.test(input.lastEventId ?? '') ? Number(input.lastEventId) : input.treeRevision;
  const watcher = new TeamWatcher(userId, teamId, held ?? null, signal);
  const hub = teamHubOf(ctx.platform);
  hub.join(watcher);
  try {
    while (!signal.aborted && !watcher.isGone) {
      await ctx.drained?.(signal);
      if (watcher.isStale) {
        watcher.isStale = false;
        const event = await treeSince(ctx, { userId }, teamId, watcher.revision);
        if (event) {
          watcher.revision = event.treeRevision;
          yield tracked(String(event.treeRevision), event);
        }
      }
      await watcher.wake.wait();
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    }
  } finally {
    hub.leave(watcher);
  }
}
