import type { Db } from '@tandem/db';
import { readVersions, type VersionRow } from '../../document/version/changes.ts';

/** Maximum remembered changes; a watcher further behind reloads the list. */
const MAX_HEARD = 50;

export interface VersionChanges {
  rows: VersionRow[];
  /** Ids of those that were removed. */
  removed: string[];
}

/**
 * Changes of a document's versions as this process hears of them. The bus names the versions; for lost
 * messages only the revision is known.
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
   * @param versionIds the versions, as far as known
   * @returns whether that is new
   */
  notice(revision: number, versionIds?: readonly string[]): boolean {
    if (revision <= this.revision) return false;
    this.revision = revision;
    this.readings = new Map();
    if (versionIds) this.heard = [...this.heard, { revision, versionIds }].slice(-MAX_HEARD);
    return true;
  }

  /** Returns changes after a revision; null when some are unknown. */
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
