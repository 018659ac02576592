import * as z from 'zod';
import type { AppType } from '../app/schema.ts';
import type { ChannelKind } from '../channel/schema.ts';
import { keysetLimitSchema } from '../pagination/schema.ts';

/** A channel the reader lately opened or that lately changed. */
export interface RecentChannel {
  id: string;
  appId: string;
  /** "" when the reader may see only the channel. */
  appName: string;
  appType: AppType;
  kind: ChannelKind;
  name: string;
  icon: string;
  activeAt: Date;
  unread: number;
}

export const listBinSchema = z.strictObject({
  /** Restricts the list to this app and its channels. */
  appId: z.uuid().optional(),
  cursor: z.string().max(100).optional(),
  limit: keysetLimitSchema,
});
export type ListBin = z.output<typeof listBinSchema>;

/** A deleted item the reader may restore. */
export interface BinnedItem {
  kind: 'app' | 'channel';
  id: string;
  appId: string;
  /** "" when the reader may see only the channel. */
  appName: string;
  appType: AppType;
  /** Null for apps. */
  channelKind: ChannelKind | null;
  name: string;
  icon: string;
  /** Channels that come back with a channel. */
  below: number;
  deletedAt: Date;
}
