import type { Db } from '@tandem/db';
import type { Part } from '@tandem/shared/message/parts';
import { findCalls, type StoredCall } from '../../content/turn/step.repo.ts';
import { findParts, findTurnMessage, writeParts } from '../../content/turn/turn.repo.ts';
import { propertyNames } from '../../core/property-names.ts';

/** More deltas than a process sends between two saves of a message. */
const UNSAVED = 10_000;

/**
 * Shows the calls that a turn waits for in its message: its process may have been killed before it saved them, and its
 * watchers may know deltas that were never saved.
 */
export async function showWaiting(tx: Db, turnId: string, revision: number): Promise<void> {
  const calls = await findCalls(tx, turnId);
  const waiting = calls.filter(({ askedAt, decision, endedAt }) => askedAt && !decision && !endedAt);
  const messageId = await findTurnMessage(tx, turnId);
  const { parts } = await findParts(tx, messageId);
  await writeParts(tx, messageId, { parts: waiting.reduce(shown, parts), skipped: UNSAVED, revision });
}

function shown(parts: Part[], { toolCallId, toolName, input, inputSchema }: StoredCall): Part[] {
  const schema = inputSchema ?? {};
  const asking = {
    state: 'approval-requested',
    input,
    consent: { inputSchema: schema, order: propertyNames(schema) },
  } as const;
  const step = parts.findLastIndex(({ type }) => type === 'step-start');
  const index = parts.findLastIndex((part) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId);
  const part = parts[index];
  if (index > step && part?.type === 'dynamic-tool') return parts.with(index, { ...part, ...asking });
  return [...parts, { type: 'dynamic-tool', toolCallId, toolName, ...asking }];
}
