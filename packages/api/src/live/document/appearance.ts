import type { Db } from '@tandem/db';
import type { DocumentAppearance } from '@tandem/shared/document/appearance';
import { readAppearance } from '../../document/model/appearance.ts';

/** The appearance of one document as this process knows them; however many follow, they are read once a change. */
export class AppearanceFeed {
  /** The newest revision that was heard of. */
  revision = -1;
  private readonly db: Db;
  private readonly documentId: string;
  private reading: Promise<DocumentAppearance> | null = null;

  constructor(db: Db, documentId: string) {
    this.db = db;
    this.documentId = documentId;
  }

  /**
   * Somebody may have changed them.
   * @returns whether that is new
   */
  notice(revision: number): boolean {
    if (revision <= this.revision) return false;
    this.revision = revision;
    this.reading = null;
    return true;
  }

  /** @throws AppError `notFound` when the document is gone */
  now(): Promise<DocumentAppearance> {
    if (this.reading) return this.reading;
    const reading = readAppearance(this.db, this.documentId);
    this.reading = reading;
    reading.catch(() => {
      this.reading = null;
    });
    return reading;
  }
}
