import type { VersionCause } from '@tandem/shared/version/schema';
import type { Generated } from 'kysely';

/** A state of a document that can be gone back to. */
export interface VersionTable {
  id: Generated<string>;
  documentId: string;
  cause: VersionCause;
  name: Generated<string>;
  /** The document's newest change in it. */
  seq: number;
  /** The whole document as one change in the encoding of Yjs, version 1. */
  state: Buffer;
  wordCount: number;
  /** Its author; of automatic versions, the person who had written last. */
  creatorId: number | null;
  clientKey: string | null;
  createdAt: Generated<Date>;
}
