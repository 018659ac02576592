/**
 * Carries small messages within and between server processes. It may lose messages: subscribers also compare
 * revisions with the database.
 */
export interface Bus {
  /** Sends after the caller's transaction committed; never throws, never waits. */
  publish(topic: string, message: BusMessage): void;
  /** Calls `listener` for every message of `topic`, from any process, this one included, until unsubscribed. */
  subscribe(topic: string, listener: (message: BusMessage) => void): () => void;
  /** Calls `listener` after the carrier reconnected: messages may have been missed. */
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
  /** Ids of changes in a team's tree with its revision. */
  team: (teamId: string) => `team:${teamId}`,
  /** Concerns one person: unread counts, profile, sign-out. */
  user: (userId: number) => `user:${userId}`,
  /** Progress in reading the text of one content. */
  extraction: (hash: string) => `extraction:${hash}`,
  /** Changes of a dataset's sources, with its revision. */
  dataset: (datasetId: string) => `dataset:${datasetId}`,
  /** Where people read in a dataset. */
  readers: (datasetId: string) => `readers:${datasetId}`,
  /** Concerns every process: ended sessions, stopped turns. */
  all: 'all',
  /** The installation's settings changed. */
  settings: 'settings',
};
