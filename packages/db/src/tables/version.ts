import type { VersionCause } from '@tandem/shared/version/schema';
import type { Generated } from 'kysely';

/** A restorable state of a document. */
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
  /** Its author; for automatic versions, the last editor. */
  creatorId: number | null;
  clientKey: string | null;
  createdAt: Generated<Date>;
}
