/**
 * Carries small messages between server processes (and within one). Loss is legal: whoever depends on a
 * message also compares revisions with the database.
 */
export interface Bus {
  /** Sends after the caller's transaction committed; never throws, never waits. */
  publish(topic: string, message: BusMessage): void;
  /** Calls `listener` for every message of `topic`, from any process, this one included, until unsubscribed. */
  subscribe(topic: string, listener: (message: BusMessage) => void): () => void;
  /** Calls `listener` after the carrier lost and regained its connection: messages may have been missed. */
  onReconnect(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Any JSON object with a `type`. */
export interface BusMessage {
  type: string;
  [key: string]: unknown;
}

/** Topics in use. */
export const topics = {
  /** Revisions and deltas of one channel. */
  channel: (channelId: string) => `channel:${channelId}`,
  /** Numbers of a document's changes, and where its writers are. */
  document: (documentId: string) => `document:${documentId}`,
  /** Ids of what changed in a team's tree and its revision. */
  team: (teamId: string) => `team:${teamId}`,
  /** Concerns one person: unread counts, profile, sign-out. */
  user: (userId: number) => `user:${userId}`,
  /** Concerns every process: ended sessions, stopped turns. */
  all: 'all',
  /** The installation's settings changed. */
  settings: 'settings',
};
