import type { EditorMessage } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import type { Claim } from './own-changes.ts';

/** A state of the document; the server is asked whether it has all of it. */
export interface Mark {
  n: number;
  /** Number of changes made here until then. */
  written: number;
  /** State vector of the document. */
  vector: Uint8Array;
  claim: Claim | null;
}

/** The questions to the server whether all is stored, of which only the newest counts. */
export class Marks {
  private readonly doc: Y.Doc;
  /** Counts changes made here, so that a late answer is not taken for all of them. */
  private written = 0;
  private newest: Mark | null = null;

  constructor(doc: Y.Doc) {
    this.doc = doc;
  }

  /** Notes a change made here. */
  wrote(): void {
    this.written += 1;
  }

  /** The next question, about the document as it is now. */
  next(claim: Claim | null): EditorMessage {
    const n = (this.newest?.n ?? 0) + 1;
    this.newest = { n, claim, written: this.written, vector: Y.encodeStateVector(this.doc) };
    return { type: 'mark', n, ...(claim && { client: claim.client }) };
  }

  /** Returns the mark that an answer refers to; null if a newer question has been asked. */
  answered(n: number): Mark | null {
    return this.newest?.n === n ? this.newest : null;
  }

  /** Whether nothing has been written here since. */
  coversAll({ written }: Mark): boolean {
    return written === this.written;
  }
}
