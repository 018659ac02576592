import type { Db } from '@tandem/db';
import { changesSince, type DiscussionChanges } from '../../document/discussion/changes.ts';

/**
 * A document's discussions as known to this process, while someone here follows them. However many follow,
 * changes after a revision are read once.
 */
export class DiscussionFeed {
  /** The newest revision that was heard of. */
  revision = -1;
  private readonly db: Db;
  private readonly documentId: string;
  private readings = new Map<number, Promise<DiscussionChanges>>();

  constructor(db: Db, documentId: string) {
    this.db = db;
    this.documentId = documentId;
  }

  /**
   * Somebody may have changed something.
   * @returns whether that is new
   */
  notice(revision: number): boolean {
    if (revision <= this.revision) return false;
    this.revision = revision;
    this.readings = new Map();
    return true;
  }

  /**
   * Returns changes after a revision, or everything.
   * @throws AppError `notFound` when the document is gone
   */
  async since(revision: number | null): Promise<DiscussionChanges> {
    // A complete read is needed only once per client, and is not cached.
    if (revision === null) return changesSince(this.db, this.documentId, null);
    const known = this.readings.get(revision);
    if (known) return known;
    const reading = changesSince(this.db, this.documentId, revision);
    this.readings.set(revision, reading);
    reading.catch(() => this.readings.delete(revision));
    return reading;
  }
}
