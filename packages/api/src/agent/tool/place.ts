import type { Db } from '@tandem/db';
import type { StoredResult } from '../../ai/tools/deferred.ts';
import type { Entries } from '../files/entries.ts';
import type { Reading } from '../files/manifest.ts';
import type { Channel } from '../files/workspace.ts';

/** The files that tools work on: the newest of a channel, or a copy of them. */
export interface PlaceFiles {
  /** Names their working copy among those of a process. */
  id: string;
  newest(): Promise<{ entries: Entries }>;
  /**
   * Changes them when a call is stored.
   * @param change makes the files from the newest, or returns those where nothing changes; contents are kept already
   * @throws ToolError; nothing is changed then
   */
  commit(tx: Db, call: StoredResult, change: (newest: Entries) => Entries): Promise<void>;
}

/** Where tools of an agent work. */
export interface AgentPlace extends Reading {
  channel: Channel;
  /** The person who asked. */
  userId: number;
  files: PlaceFiles;
}
