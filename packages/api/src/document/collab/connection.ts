import type { AccessLevel } from '@tandem/shared/access/permissions';
import { heldByArchive, mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { readChannel } from '../../workspace/channel/channel.service.ts';
import { channelHubOf } from '../../workspace/watch/hub.ts';
import { ChannelWatcher } from '../../workspace/watch/watcher.ts';

/** What a connection's rights lead to. */
interface SessionListener {
  /** Its changes are taken from now on, or not any more. */
  onRights(canEdit: boolean): void;
  /** It may not even read any more. */
  onGone(): void;
}

/** The rights of one editor's connection to a document, for as long as it lasts. */
export class CollabConnection {
  readonly userId: number;
  readonly documentId: string;
  private canEdit: boolean;
  private readonly ctx: UserContext;
  private readonly watcher: ChannelWatcher;
  private readonly listener: SessionListener;
  private readonly stop = new AbortController();
  private hasBegun = false;

  constructor(ctx: UserContext, channel: LoadedChannel, listener: SessionListener) {
    const { id: channelId, teamId, held } = channel;
    this.ctx = ctx;
    this.listener = listener;
    this.userId = ctx.actor.userId;
    this.documentId = channelId;
    this.watcher = new ChannelWatcher(
      { userId: this.userId, channelId, teamId, channel, held },
      this.stop.signal,
    );
    this.canEdit = this.mayEdit(channel.held, channel.archivedAt);
  }

  /** Whether its changes are taken now. */
  get mayWrite(): boolean {
    return this.canEdit;
  }

  /** Follows its reader's rights from now on, and ends with them. */
  begin(): void {
    if (this.hasBegun || this.stop.signal.aborted) return;
    this.hasBegun = true;
    channelHubOf(this.ctx.platform).join(this.watcher);
    void this.follow();
  }

  end(): void {
    if (this.stop.signal.aborted) return;
    this.stop.abort();
    channelHubOf(this.ctx.platform).leave(this.watcher);
  }

  private mayEdit(held: AccessLevel, archivedAt: Date | null): boolean {
    return mayOnChannel(held, 'channel.edit') && !heldByArchive({ archivedAt }, 'channel.edit');
  }

  private async follow(): Promise<void> {
    const { watcher } = this;
    try {
      while (!this.stop.signal.aborted && !watcher.isGone) {
        await watcher.wake.wait();
        if (watcher.isRenamed && !watcher.isGone) {
          watcher.isRenamed = false;
          watcher.channel = await readChannel(this.ctx.db, { userId: this.userId }, this.documentId);
        }
        this.review();
      }
    } catch (err) {
      // Deleted for good, or out of sight, while it was read.
      if (!(err instanceof AppError) || err.key !== 'notFound')
        this.ctx.log.warn({ err }, 'rights to a document could not be read');
    }
    if (!this.stop.signal.aborted) this.listener.onGone();
  }

  private review(): void {
    const { held, channel } = this.watcher;
    const canEdit = this.mayEdit(held, channel.archivedAt ?? null);
    if (canEdit === this.canEdit) return;
    this.canEdit = canEdit;
    this.listener.onRights(canEdit);
  }
}
