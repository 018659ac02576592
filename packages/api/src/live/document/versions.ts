import type { Db } from '@tandem/db';
import { readVersions, type VersionRow } from '../../document/version/changes.ts';

/** Changes that are remembered by what they changed; a follower who is further behind asks for the list again. */
const MAX_HEARD = 50;

export interface VersionChanges {
  rows: VersionRow[];
  /** Ids of those that were removed. */
  removed: string[];
}

/**
 * What happens to the versions of one document as this process hears of it. The bus says which versions a change
 * concerns; what it lost is known only by its number.
 */
export class VersionFeed {
  /** The newest revision that was heard of. */
  revision = -1;
  private readonly db: Db;
  private readonly documentId: string;
  private heard: { revision: number; versionIds: readonly string[] }[] = [];
  private readings = new Map<number, Promise<VersionChanges>>();

  constructor(db: Db, documentId: string) {
    this.db = db;
    this.documentId = documentId;
  }

  /**
   * Somebody may have changed something.
   * @param versionIds what, as far as it is known
   * @returns whether it was not known
   */
  notice(revision: number, versionIds?: readonly string[]): boolean {
    if (revision <= this.revision) return false;
    this.revision = revision;
    this.readings = new Map();
    if (versionIds) this.heard = [...this.heard, { revision, versionIds }].slice(-MAX_HEARD);
    return true;
  }

  /** What changed after a revision; null when not all of it is known. */
  async since(revision: number): Promise<VersionChanges | null> {
    const later = this.heard.filter((each) => each.revision > revision);
    if (later.length !== this.revision - revision) return null;
    const reading =
      this.readings.get(revision) ?? this.read([...new Set(later.flatMap((each) => each.versionIds))]);
    this.readings.set(revision, reading);
    reading.catch(() => this.readings.delete(revision));
    return reading;
  }

  private async read(versionIds: readonly string[]): Promise<VersionChanges> {
    const rows = await readVersions(this.db, this.documentId, versionIds);
    const here = new Set(rows.map(({ id }) => id));
    return { rows, removed: versionIds.filter((id) => !here.has(id)) };
  }
}
