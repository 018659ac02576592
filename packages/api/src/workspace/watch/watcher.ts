import type { AccessLevel } from '@tandem/shared/access/permissions';
import type { MessageReader } from '../../content/message/message.presenter.ts';
import { Wake } from './wake.ts';

/** One open stream over a channel. */
export class ChannelWatcher {
  readonly userId: number;
  readonly channelId: string;
  readonly teamId: string;
  /** Its own state, on which abilities depend too. */
  channel: MessageReader['channel'];
  readonly wake: Wake;
  /** What its reader holds now; abilities follow from it. */
  held: AccessLevel;
  /** Its reader lost sight of the channel, or it is gone. */
  isGone = false;
  /** The channel's own fields changed. */
  isRenamed = false;

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
}
