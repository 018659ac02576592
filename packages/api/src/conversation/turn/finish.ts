import { type Db, transaction } from '@tandem/db';
import type { Part } from '@tandem/shared/message/parts';
import { findRun } from '../../agent/run/run.repo.ts';
import { lockHead, raiseHead } from '../../content/message/head.ts';
import { indexMessage, searchedTextOf } from '../../content/search/index.ts';
import { findExpired, takeExpired } from '../../content/turn/lease.repo.ts';
import { forgetSteps } from '../../content/turn/step.repo.ts';
import {
  endTurn,
  findParts,
  interruptMessage,
  type TurnEnd,
  type TurnRow,
} from '../../content/turn/turn.repo.ts';
import { waitOn } from '../../content/turn/wait.repo.ts';
import { toAppError } from '../../core/errors.ts';
import { recordTurn } from '../message/spend.ts';
import { handOnRun } from './agent/hand-on.ts';
import { trimToSteps } from './agent/trim.ts';
import { settledPart } from './reducer.ts';
import { showWaiting } from './show-waiting.ts';
import type { Asked } from './types.ts';

/** Output of a call without a result when its turn ended. */
export const UNFINISHED = 'This was not finished.';

/**
 * Ends a turn and its message in one commit that waits for the disk.
 * @returns the channel's new revision; null when the turn is no longer ours or its channel is gone
 */
export function finishTurn(
  db: Db,
  turn: TurnRow,
  asked: Asked | null,
  end: TurnEnd,
  last: { parts: readonly Part[]; n: number },
): Promise<number | null> {
  return transaction(db, async (tx) => {
    const head = await lockHead(tx, turn.channelId);
    if (!head || !(await endTurn(tx, turn, head.revision + 1, end, last))) return null;
    if (hasTools(last.parts)) await forgetSteps(tx, turn.id);
    await record(tx, turn, { asked, end, parts: last.parts });
    return head.revision + 1;
  });
}

/**
 * Marks turns whose owner is gone as interrupted, with their saved parts. Those that only wait for consent go on waiting, and
 * runs of agents are left to the next process that looks. A failure of one does not stop the others.
 * @param own turns that run in this process after all
 * @param onFailure called for turns that could not be ended; the next sweep tries again
 * @returns their channels, with the new revision of each
 * @throws errors that mean the database is away
 */
export async function interruptExpired(
  db: Db,
  own: { has(turnId: string): boolean },
  onFailure: (turnId: string, err: unknown) => void,
): Promise<{ channelId: string; revision: number }[]> {
  const changed: { channelId: string; revision: number }[] = [];
  for (const { id, channelId } of await findExpired(db)) {
    if (own.has(id)) continue;
    const revision = await transaction(db, async (tx) => {
      const head = await lockHead(tx, channelId);
      if (head && (await waitOn(tx, id))) {
        const show = (await findRun(tx, id)) ? trimToSteps : showWaiting;
        await show(tx, id, head.revision + 1);
        await raiseHead(tx, head);
        return head.revision + 1;
      }
      if (head && (await handOnRun(tx, id, head.revision + 1))) {
        await raiseHead(tx, head);
        return head.revision + 1;
      }
      const taken = head && (await takeExpired(tx, id));
      if (!head || !taken) return null;
      const { parts } = await findParts(tx, taken.messageId);
      const settled = parts.map((part) => settledPart(part, UNFINISHED));
      await forgetSteps(tx, id);
      await interruptMessage(tx, taken.messageId, head.revision + 1, settled);
      await record(tx, taken, { asked: null, end: endOf(taken), parts: settled });
      await raiseHead(tx, head);
      return head.revision + 1;
    }).catch((err: unknown) => {
      if (toAppError(err).key === 'unavailable') throw err;
      onFailure(id, err);
      return null;
    });
    if (revision !== null) changed.push({ channelId, revision });
  }
  return changed;
}

const hasTools = (parts: readonly Part[]) => parts.some(({ type }) => type === 'dynamic-tool');

/**
 * Stores the by-products of a turn's end: search words and usage.
 * @param ended `asked` is null when its process is gone, or it ended before asking the model
 */
async function record(
  tx: Db,
  turn: TurnRow,
  { asked, end, parts }: { asked: Asked | null; end: TurnEnd; parts: readonly Part[] },
): Promise<void> {
  await indexMessage(tx, { messageId: turn.messageId, text: searchedTextOf(parts) });
  await recordTurn(tx, turn, asked, end);
}

/** Returns the end of a turn whose process is gone, as last saved. */
function endOf({ inputTokens, outputTokens, images, firstTokenMs, startedAt, endedAt }: TurnRow): TurnEnd {
  return {
    status: 'interrupted',
    error: null,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    contextTokens: null,
    isEstimated: true,
    images,
    firstTokenMs,
    durationMs: (endedAt ?? startedAt).getTime() - startedAt.getTime(),
  };
}
