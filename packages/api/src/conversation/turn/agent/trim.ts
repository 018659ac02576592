import type { Db } from '@tandem/db';
import { findSteps } from '../../../content/turn/step.repo.ts';
import { findParts, findTurnMessage, writeParts } from '../../../content/turn/turn.repo.ts';
import { keptParts } from './kept-parts.ts';

/** More deltas than a process sends between two saves of a message. */
const UNSAVED = 10_000;

/**
 * Has the message of a run show its stored steps: without what its model wrote after them, since it is asked for that
 * again, and with what its process had not saved.
 * @param revision the next of the channel's locked head
 */
export async function trimToSteps(tx: Db, turnId: string, revision: number): Promise<void> {
  const messageId = await findTurnMessage(tx, turnId);
  const { parts, isContinued } = await findParts(tx, messageId);
  const kept = keptParts(parts, await findSteps(tx, turnId), { isContinued });
  await writeParts(tx, messageId, { parts: kept, skipped: UNSAVED, revision });
}
