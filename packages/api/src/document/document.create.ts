import type { Db } from '@tandem/db';
import { insertDocument } from './document.repo.ts';
import { firstUpdate } from './document.seed.ts';

/** Gives a new channel of kind document its body, in the transaction that makes the channel. */
export function beginDocument(
  tx: Db,
  { documentId, teamId, userId }: { documentId: string; teamId: string; userId: number },
): Promise<void> {
  return insertDocument(tx, { documentId, teamId, userId, update: firstUpdate() });
}
