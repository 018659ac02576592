import type { AgentFileNews } from '../agent/file.ts';
import type { AgentRun, AgentSetting } from '../agent/schema.ts';
import type { App } from '../app/schema.ts';
import type { Channel } from '../channel/schema.ts';
import type { SourceReader } from '../dataset/reader.ts';
import type { Dataset } from '../dataset/schema.ts';
import type { Source } from '../dataset/source.ts';
import type { Discussion } from '../discussion/schema.ts';
import type { DocumentAppearance } from '../document/appearance.ts';
import type { PartChange } from '../message/parts.ts';
import type { Message, QueuedMessage } from '../message/schema.ts';
import type { Notice } from '../notice/schema.ts';
import type { Space } from '../space/schema.ts';
import type { Person } from '../user/schema.ts';
import type { Version } from '../version/schema.ts';

/** Maximum people listed as present, and as typing. */
export const MAX_PRESENT = 50;

/**
 * Events of `live.channel`. The tracked id of each event is the channel's revision, so a client that
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
  /**
   * A delta of a running message. `n` numbers a message's deltas from 1; each may contain several changes.
   */
  | { type: 'delta'; messageId: string; n: number; changes: PartChange[] }
  /** The waiting messages, whole. */
  | { type: 'queue'; revision: number; queue: QueuedMessage[] }
  /**
   * People who have the channel open and who are typing, by id, complete and including the reader; lists at
   * most `MAX_PRESENT` of `presentCount`.
   */
  | { type: 'people'; present: Map<number, Person>; presentCount: number; typing: Map<number, Person> }
  /**
   * Runs of an agent's channel that began or changed, without their steps; after every (re)connection the newest ones.
   * Whoever shows the steps of one reads it again when its `steps`, `status` or `activeMs` differ.
   */
  | { type: 'runs'; runs: AgentRun[] }
  /**
   * The files of an agent's channel, after every (re)connection and change. `changes` lead from the revision before, of
   * files alone; null when they are unknown, too many, or marked since another run: a client with another `revision` or
   * `runId` reads its folders again.
   */
  | {
      type: 'agentFiles';
      revision: number;
      manifestId: string | null;
      runId: string | null;
      changes: AgentFileNews[] | null;
    }
  /** What runs of an agent's channel may do; after every (re)connection and change. */
  | { type: 'agentSetting'; setting: AgentSetting }
  /** After every (re)connection, and once a schedule of an agent's channel was made, changed, removed or started. */
  | { type: 'schedules' }
  /** The reader lost access or the channel is gone; the stream ends. */
  | { type: 'gone' };

/**
 * Events of `live.document`. The tracked id of each event is the revision of the document's discussions, so a client
 * that reconnects gets what it missed. A discussion replaces the one held unless that has a higher `revision`. After
 * the first event of every (re)connection come `appearance` as it is, and a `versions` that resets.
 */
export type DocumentLiveEvent =
  /**
   * Discussions that changed up to `revision`, complete; the first event after every (re)connection is one,
   * even when nothing was missed. `reset` means that the list is complete, including after changes of the
   * reader's abilities.
   */
  | { type: 'discussions'; revision: number; reset: boolean; discussions: Discussion[]; removed: string[] }
  /** Cover and width, complete; replaces the client's unless that has a higher `attributeRevision`. */
  | { type: 'appearance'; appearance: DocumentAppearance }
  /**
   * Versions that were kept, named or removed. `reset` means that the changes are unknown, or the reader's
   * abilities changed; a client with a list reloads it.
   */
  | { type: 'versions'; reset: boolean; versions: Version[]; removed: string[] }
  /** The reader lost access or the document is gone; the stream ends. */
  | { type: 'gone' };

/** Events of `live.dataset`; the first event after every (re)connection is a reset. */
export type DatasetLiveEvent =
  /**
   * The dataset in numbers, with sources that changed or whose reading went on; none when only the reader's abilities
   * did. With `reset` more may have changed: a client with a list loads it again.
   */
  | { type: 'sources'; reset: boolean; dataset: Dataset; sources: Source[]; removed: string[] }
  /** The overviews of these sources are ready, failed, or no longer made. */
  | { type: 'overviews'; sourceIds: string[] }
  /** Everyone else who reads a source of the dataset now, and where; complete, at most `MAX_READERS`. */
  | { type: 'readers'; readers: SourceReader[] }
  /** The reader lost access or the dataset is gone; the stream ends. */
  | { type: 'gone' };

/** Events of `live.team`: the reader's own view of the tree, without anything invisible. */
export type TeamLiveEvent = {
  type: 'tree';
  treeRevision: number;
  reset: boolean;
  channels: Channel[];
  apps: App[];
  spaces: Omit<Space, 'apps'>[];
  removed: string[];
};

/** A channel's unread messages for its reader, and the time of the last one. */
export interface UnreadCount {
  unread: number;
  activeAt: Date;
}

/** Events of `live.me` for every session of one person. */
export type MeLiveEvent =
  /** Unread counts that changed, by channel: the reader read, or others wrote. */
  | { type: 'unread'; channels: Map<string, UnreadCount> }
  | { type: 'profile' }
  /**
   * The number of unread notifications: soon after every connection, and when something else changed it. The
   * client's list may be outdated.
   */
  | { type: 'notices'; unread: number }
  /** A notice came. */
  | { type: 'notice'; notice: Notice; unread: number }
  /** Some were read, in any tab. */
  | { type: 'noticesRead'; ids: string[] | 'all'; unread: number }
  /** They pinned or unpinned a channel. */
  | { type: 'pin'; channelId: string; pinned: boolean }
  /** Available models changed: reload `model.list`. */
  | { type: 'models' }
  /** This session ended; go to the sign-in page. */
  | { type: 'signedOut' };
