import type { AppType } from '../app/schema.ts';
import type { ChannelKind } from '../channel/schema.ts';

/** A channel the reader lately opened or that lately changed. */
export interface RecentChannel {
  id: string;
  appId: string;
  /** "" when the reader may not see the app, only the channel. */
  appName: string;
  appType: AppType;
  kind: ChannelKind;
  name: string;
  icon: string;
  activeAt: Date;
  unread: number;
}
