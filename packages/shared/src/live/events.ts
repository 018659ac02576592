import type { App } from '../app/schema.ts';
import type { Channel } from '../channel/schema.ts';
import type { Discussion } from '../discussion/schema.ts';
import type { DocumentAppearance } from '../document/appearance.ts';
import type { PartChange } from '../message/parts.ts';
import type { Message, QueuedMessage } from '../message/schema.ts';
import type { Notice } from '../notice/schema.ts';
import type { Space } from '../space/schema.ts';
import type { Person } from '../user/schema.ts';
import type { Version } from '../version/schema.ts';

/** People named among those who have a channel open, and among those who write. */
export const MAX_PRESENT = 50;

/**
 * What `live.channel` sends. The tracked id of each event is the channel's revision, so a client that
 * reconnects gets from the database what it missed, then the tail.
 *
 * How a client stays exact:
 * - The first event after every (re)connection is `messages`, even when nothing was missed; `queue` follows.
 * - A message replaces the one held when its `revision` is higher, or equal with an `n` at least as high.
 *   `removed` drops a message unless the one held has a higher `revision` than the event.
 * - A delta applies when its `n` is that of the message held plus one; a lower or equal one is ignored. The
 *   server leaves no gap: after a `messages` event that holds a running message with `n`, its next delta is
 *   `n + 1`, and a reader too slow for all deltas gets the whole message again.
 * - A mutation answers a `MessageChange`. Apply it in the same way unless its `revision` is at or below that
 *   of the last event; it never moves the revision from which the client reconnects.
 */
export type ChannelLiveEvent =
  /**
   * Messages that changed up to `revision`: upsert `messages`, drop `removed` (they left the active path).
   * `reset`: too much was missed, or no revision was given. `messages` is then the newest page: forget all
   * messages held; `hasMore` says whether older ones exist.
   */
  | {
      type: 'messages';
      revision: number;
      reset: boolean;
      hasMore?: boolean;
      messages: Message[];
      removed: string[];
    }
  /** StreamingMessage of a running message. `n` numbers the deltas of a message from 1; each may carry several changes. */
  | { type: 'delta'; messageId: string; n: number; changes: PartChange[] }
  /** The waiting messages, whole. */
  | { type: 'queue'; revision: number; queue: QueuedMessage[] }
  | { type: 'channel'; channel: Channel }
  /**
   * The people who have the channel open and those who type, by id, whole, the reader included; at most `MAX_PRESENT`
   * of `presentCount` are named.
   */
  | { type: 'people'; present: Map<number, Person>; presentCount: number; typing: Map<number, Person> }
  /** The reader lost access or the channel is gone; the stream ends. */
  | { type: 'gone' };

/**
 * What `live.document` sends. The tracked id of each event is the revision of the document's discussions, so a client
 * that reconnects gets what it missed. A discussion replaces the one held unless that has a higher `revision`. After
 * the first event of every (re)connection come `appearance` as it is, and a `versions` that resets.
 */
export type DocumentLiveEvent =
  /**
   * Discussions that changed up to `revision`, whole; the first event after every (re)connection is one, even when
   * nothing was missed. `reset`: these are all there are, also when what the reader may do has changed.
   */
  | { type: 'discussions'; revision: number; reset: boolean; discussions: Discussion[]; removed: string[] }
  /** Cover and width, whole; they replace what is held unless that has a higher `attributeRevision`. */
  | { type: 'appearance'; appearance: DocumentAppearance }
  /**
   * Versions that were kept, named or removed. `reset`: it is not known which, or what the reader may do has changed;
   * whoever holds a list asks for it again.
   */
  | { type: 'versions'; reset: boolean; versions: Version[]; removed: string[] }
  /** The reader lost access or the document is gone; the stream ends. */
  | { type: 'gone' };

/** What `live.team` sends: the reader's own view of the tree; names never leak to who may not see them. */
export type TeamLiveEvent = {
  type: 'tree';
  treeRevision: number;
  reset: boolean;
  channels: Channel[];
  apps: App[];
  spaces: Omit<Space, 'apps'>[];
  removed: string[];
};

/** How many messages of a channel its reader has not read, and when the last one came. */
export interface UnreadCount {
  unread: number;
  activeAt: Date;
}

/** What `live.me` sends to every session of one person. */
export type MeLiveEvent =
  /** Unread counts that changed, by channel: the reader read, or others wrote. */
  | { type: 'unread'; channels: Map<string, UnreadCount> }
  | { type: 'profile' }
  /**
   * How many notices are not read: soon after every connection, and when something else moved the count. A list
   * that is held may not be right any more.
   */
  | { type: 'notices'; unread: number }
  /** A notice came. */
  | { type: 'notice'; notice: Notice; unread: number }
  /** Some were read, in whichever tab. */
  | { type: 'noticesRead'; ids: string[] | 'all'; unread: number }
  /** They pinned a channel, or took the pin away. */
  | { type: 'pin'; channelId: string; pinned: boolean }
  /** Models that may be chosen for answers came or went: `model.list` answers others than before. */
  | { type: 'models' }
  /** This session ended; go to the sign-in page. */
  | { type: 'signedOut' };
