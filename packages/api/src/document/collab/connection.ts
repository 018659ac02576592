import type { AccessLevel } from '@tandem/shared/access/permissions';
import { heldByArchive, mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { channelHubOf } from '../../workspace/watch/hub.ts';
import { ChannelWatcher } from '../../workspace/watch/watcher.ts';

/** Called when a connection's rights change. */
interface SessionListener {
  /** Its changes are accepted from now on, or no longer. */
  onRights(canEdit: boolean): void;
  /** It may no longer even read. */
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

  /** Whether its changes are accepted. */
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
    while (!this.stop.signal.aborted && !watcher.isGone) {
      await watcher.wake.wait();
      this.review();
    }
    if (!this.stop.signal.aborted) this.listener.onGone();
  }

  private review(): void {
    const { held, channel } = this.watcher;
    const canEdit = this.mayEdit(held, channel.archivedAt);
    if (canEdit === this.canEdit) return;
    this.canEdit = canEdit;
    this.listener.onRights(canEdit);
  }
}
