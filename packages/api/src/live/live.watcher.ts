import type { AccessLevel } from '@tandem/shared/access/permissions';
import { Wake } from './live.wake.ts';

/** One open stream over a channel. */
export class ChannelWatcher {
  readonly userId: number;
  readonly channelId: string;
  readonly teamId: string;
  readonly wake: Wake;
  /** What its reader holds now; abilities follow from it. */
  held: AccessLevel;
  /** Its reader lost sight of the channel, or it is gone. */
  isGone = false;
  /** The channel's own fields changed. */
  isRenamed = false;

  constructor(
    reader: { userId: number; channelId: string; teamId: string; held: AccessLevel },
    signal: AbortSignal,
  ) {
    this.userId = reader.userId;
    this.channelId = reader.channelId;
    this.teamId = reader.teamId;
    this.held = reader.held;
    this.wake = new Wake(signal);
  }
}
