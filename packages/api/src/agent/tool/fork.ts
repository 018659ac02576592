import { randomUUID } from 'node:crypto';
import type { Db } from '@tandem/db';
import type { StoredResult } from '../../ai/tools/deferred.ts';
import { changesBetween, type Entries, type EntryChange, Names } from '../files/entries.ts';
import { mergeEntries } from '../files/merge.ts';
import { pathProblem } from '../files/path.ts';
import { newestFiles } from '../files/workspace.ts';
import { commitOnNewest } from './commit.ts';
import { conflictName } from './conflict-name.ts';
import type { AgentPlace, PlaceFiles } from './place.ts';

/** A file that both sides changed to different contents. */
export interface ForkConflict {
  path: string;
  /** Where the state of the copy was kept; null when it was deleted there, so that only the other is left. */
  keptAs: string | null;
}

/** A copy of a channel's files that its owner alone sees until it is merged. It lives in memory. */
export class FileFork implements PlaceFiles {
  readonly id = randomUUID();
  private readonly base: Entries;
  private entries: Entries;

  constructor(base: Entries) {
    this.base = base;
    this.entries = base;
  }

  /** Begins one with the newest files of a channel. */
  static async of({
    channel,
    ...reading
  }: Pick<AgentPlace, 'platform' | 'db' | 'channel'>): Promise<FileFork> {
    return new FileFork((await newestFiles(reading, channel.id)).entries);
  }

  newest(): Promise<{ entries: Entries }> {
    return Promise.resolve({ entries: this.entries });
  }

  async commit(_tx: Db, _call: StoredResult, change: (newest: Entries) => Entries): Promise<void> {
    this.entries = change(this.entries);
  }

  /** What was changed in it, by path. */
  get changes(): EntryChange[] {
    return changesBetween(this.base, this.entries);
  }

  /**
   * Merges it into the newest files of the channel, path by path, within the transaction that stores a call. Of a
   * conflict, the newest stays where it is, and the copy's is kept beside it. Again, it changes nothing.
   * @param name of its owner, for the names of what is kept beside
   * @throws ToolError
   */
  async mergeInto(
    { platform, db, channel }: Pick<AgentPlace, 'platform' | 'db' | 'channel'>,
    call: StoredResult,
    name: string,
  ): Promise<ForkConflict[]> {
    let conflicts: ForkConflict[] = [];
    if (this.changes.length === 0) return conflicts;
    await commitOnNewest({ platform, db }, channel, call, (newest) => {
      const merge = mergeEntries(this.base, newest, this.entries);
      const entries = merge.entries;
      const names = new Names(entries.keys());
      conflicts = merge.conflicts.map(({ path, theirs }) => {
        if (!theirs) return { path, keptAs: null };
        const keptAs = conflictName(path, name, (each) => {
          const there = entries.get(each);
          if (there) return there.hash === theirs.hash;
          return pathProblem(each) === null && names.problemWith(each) === null;
        });
        names.add(keptAs);
        entries.set(keptAs, theirs);
        return { path, keptAs };
      });
      return changesBetween(newest, entries).length === 0 ? newest : entries;
    });
    return conflicts;
  }
}
