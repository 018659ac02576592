import type { Db } from '@tandem/db';
import type { Part } from '@tandem/shared/message/parts';
import { findSteps, type StoredStep } from '../../../content/turn/step.repo.ts';
import { findParts, findTurnMessage, writeParts } from '../../../content/turn/turn.repo.ts';

/** More deltas than a process sends between two saves of a message. */
const UNSAVED = 10_000;

/**
 * Removes from the message of a run what its model wrote after the last stored step, since it is asked for that again.
 * @param revision the next of the channel's locked head
 */
export async function trimToSteps(tx: Db, turnId: string, revision: number): Promise<void> {
  const messageId = await findTurnMessage(tx, turnId);
  const { parts } = await findParts(tx, messageId);
  const kept = partsOfSteps(parts, await findSteps(tx, turnId));
  await writeParts(tx, messageId, { parts: kept, skipped: UNSAVED, revision });
}

/** The parts of a message that its stored steps made, with the notes after them. */
export function partsOfSteps(parts: readonly Part[], steps: readonly StoredStep[]): Part[] {
  const ids = new Set(steps.at(-1)?.calls.map(({ toolCallId }) => toolCallId));
  const last = parts.findLastIndex((part) => part.type === 'dynamic-tool' && ids.has(part.toolCallId));
  const next = parts.findIndex((part, index) => index > last && isWritten(part));
  const kept = next < 0 ? [...parts] : parts.slice(0, next);
  // What a lost process showed of a call that is not decided is shown again when it is asked for.
  return kept.filter(({ type }) => type !== 'data-pause');
}

/** Whether a request to the model brought it. */
function isWritten({ type }: Part): boolean {
  return ['step-start', 'text', 'reasoning', 'dynamic-tool', 'file', 'source-url', 'data-citation'].includes(
    type,
  );
}
