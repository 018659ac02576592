import type { Db } from '@tandem/db';
import { firstUpdate } from '../edit/seed.ts';
import { findFrozen, stateOf } from './frozen.repo.ts';

/** A document as shown while its newest state cannot be read. */
export interface FrozenState {
  /** The document's newest change, which is not the one shown. */
  seq: number;
  versionId: string | null;
  /** An empty document where no version can be read. */
  state: Uint8Array;
}

/** Null when the document is readable as far as is known, or gone. */
export async function readFrozen(db: Db, documentId: string): Promise<FrozenState | null> {
  const frozen = await findFrozen(db, documentId);
  if (!frozen) return null;
  const state = frozen.versionId === null ? null : await stateOf(db, frozen.versionId);
  return { ...frozen, state: state ?? firstUpdate() };
}

/** Whether the newest state of a document is known to be unreadable. */
export async function isFrozen(db: Db, documentId: string): Promise<boolean> {
  return (await findFrozen(db, documentId)) !== null;
}
