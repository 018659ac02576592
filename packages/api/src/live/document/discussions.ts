import type { Db } from '@tandem/db';
import { changesSince, type DiscussionChanges } from '../../document/discussion/changes.ts';

/**
 * The discussions of one document as this process knows them, while someone here follows them. However many follow,
 * what came after a revision is read once.
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

  /** Somebody may have changed something. @returns whether it was not known */
  notice(revision: number): boolean {
    if (revision <= this.revision) return false;
    this.revision = revision;
    this.readings = new Map();
    return true;
  }

  /**
   * What changed after a revision, or everything.
   * @throws AppError `notFound` when the document is gone
   */
  async since(revision: number | null): Promise<DiscussionChanges> {
    // Everything is read anew: it is asked for once, and what it holds is not kept.
    if (revision === null) return changesSince(this.db, this.documentId, null);
    const known = this.readings.get(revision);
    if (known) return known;
    const reading = changesSince(this.db, this.documentId, revision);
    this.readings.set(revision, reading);
    reading.catch(() => this.readings.delete(revision));
    return reading;
  }
}
