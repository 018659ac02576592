import type { AccessLevel } from '@tandem/shared/access/permissions';
import type { MessageReader } from '../../content/message/message.presenter.ts';
import { Wake } from './wake.ts';

/** One open stream of a channel. */
export class ChannelWatcher {
  readonly userId: number;
  readonly channelId: string;
  readonly teamId: string;
  /** Its own state, on which abilities depend too. */
  channel: MessageReader['channel'];
  readonly wake: Wake;
  /** The reader's current level; abilities follow from it. */
  held: AccessLevel;
  /** The reader lost access, or the channel is gone. */
  isGone = false;

  constructor(
    reader: Pick<ChannelWatcher, 'userId' | 'channelId' | 'teamId' | 'channel' | 'held'>,
    signal: AbortSignal,
  ) {
    this.userId = reader.userId;
    this.channelId = reader.channelId;
    this.teamId = reader.teamId;
    this.channel = reader.channel;
    this.held = reader.held;
    this.wake = new Wake(signal);
  }

  /** Takes what its reader may do now. @returns whether that is something else than before */
  review(held: AccessLevel, archivedAt: Date | null): boolean {
    const isOther = held !== this.held || archivedAt?.getTime() !== this.channel.archivedAt?.getTime();
    this.held = held;
    this.channel = { ...this.channel, archivedAt };
    return isOther;
  }
}
