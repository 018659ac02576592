import type { ChannelVisibility } from '@tandem/shared/access/permissions';
import type { Answering, ChannelKind } from '@tandem/shared/channel/schema';
import type { Generated } from 'kysely';

export interface ChannelTable {
  id: Generated<string>;
  teamId: string;
  appId: string;
  parentId: string | null;
  kind: ChannelKind;
  name: Generated<string>;
  icon: Generated<string>;
  description: Generated<string>;
  visibility: Generated<ChannelVisibility>;
  /** Rank of its own default permission; null for none. */
  level: number | null;
  creatorId: number;
  assistantId: string | null;
  /** When its assistant answers. */
  answering: Generated<Answering>;
  sort: string;
  /** Itself, its ancestors up to the nearest private node and, if none is private, the app. */
  accessPath: string[];
  /** Rank that every member has by the team defaults on that path; 0 when it ends at a private node. */
  teamLevel: number;
  clientKey: string | null;
  createdAt: Generated<Date>;
  activeAt: Generated<Date>;
  deletedAt: Date | null;
  archivedAt: Date | null;
  /** Team tree revision at which it last changed. */
  revision: Generated<number>;
  /**
   * Team tree revision of the last change that may have hidden it from someone: binned, moved or re-scoped.
   */
  hiddenRevision: Generated<number>;
  /** Spelling of the name; empty for nothing to spell, null when not computed yet. */
  spelling: Generated<string | null>;
}

/** The moving part of a channel, apart so that its hot row is small. */
export interface ChannelHeadTable {
  channelId: string;
  /** Rises with every insert, edit, tombstone, and the start and end of a turn; never for deltas. */
  revision: Generated<number>;
  lastSeq: Generated<number>;
  messageCount: Generated<number>;
}

/** A person's read position, and when they last opened the channel. */
export interface ChannelReadTable {
  channelId: string;
  userId: number;
  lastReadSeq: Generated<number>;
  openedAt: Generated<Date>;
}

/** A channel pinned by a person in their sidebar. */
export interface ChannelPinTable {
  userId: number;
  channelId: string;
  createdAt: Generated<Date>;
}
