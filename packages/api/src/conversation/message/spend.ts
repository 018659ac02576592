import { type Db, transaction } from '@tandem/db';
import type { Part } from '@tandem/shared/message/parts';
import { drawingOf } from '@tandem/shared/message/parts';
import type { MessageError } from '@tandem/shared/message/schema';
import { isFree, isPriced, type Priced } from '@tandem/shared/provider/price';
import { estimateMessage } from '../../ai/context/context.ts';
import { costOf } from '../../ai/prices/pricing.ts';
import { lockRunningTurn, type TurnEnd, type TurnRow } from '../../content/turn/turn.repo.ts';
import type { Platform } from '../../core/platform.ts';
import {
  assertBudgets,
  assertPriced,
  heldBudgets,
  type Reserving,
  refusalOf,
  reserveBudgets,
  type Spender,
  settleBudgets,
} from '../../models/budget/budget.service.ts';
import { modelNamed } from '../../models/provider/provider.service.ts';
import { recordUsage } from '../../models/usage/usage.service.ts';
import type { Asked, SideRequest } from '../turn/types.ts';
import { findAppOf } from './spend.repo.ts';

/** Tokens assumed of any answer before the model's input is known. */
const USUAL = { inputTokens: 300, outputTokens: 300 };

/**
 * Returns what to reserve for an answer about to be requested: for the words of its question and a short answer. The
 * actual input is added before it is sent.
 */
export function reservationFor(
  turn: Spender & { id: string },
  model: Priced,
  question: readonly Part[] = [],
): Reserving {
  const { teamId, appId, userId } = turn;
  // A model that draws is paid by the picture, every other has no price for one.
  const amounts =
    model.imagePrice === null || model.kind !== 'image'
      ? { ...USUAL, inputTokens: USUAL.inputTokens + estimateMessage({ parts: question }) }
      : { inputTokens: estimateMessage({ parts: question }), images: drawingOf(question)?.count ?? 1 };
  const estimate = isPriced(model) ? costOf(model, amounts).cost : null;
  return { teamId, appId, userId, turnId: turn.id, estimate };
}

/** Returns the amount a turn has reserved; null when no budget applies. */
export function heldByTurn(db: Db, turn: TurnRow, appId: string): Promise<number | null> {
  return heldBudgets(db, { ...spenderOf(turn, appId), turnId: turn.id });
}

/**
 * Extends a running turn's reservation, also of budgets set after it began; returns the reason when there is
 * no more. A turn that has ended meanwhile gets nothing: its reservation was released already.
 * @param amount in micro-credits; nothing is reserved for a model without a price
 */
export async function reserveMore(
  db: Db,
  turn: TurnRow,
  { appId, model }: Asked,
  amount: number,
): Promise<MessageError | null> {
  try {
    await transaction(db, async (tx) => {
      if (!(await lockRunningTurn(tx, turn))) return;
      const estimate = isPriced(model) ? amount : null;
      await reserveBudgets(tx, { ...spenderOf(turn, appId), turnId: turn.id, estimate }, model);
    });
    return null;
  } catch (err) {
    const refusal = refusalOf(err);
    if (refusal) return refusal;
    throw err;
  }
}

/** Whether the budgets allow a request besides the answer. */
export async function hasBudget(db: Db, turn: TurnRow, { appId, model }: Asked): Promise<boolean> {
  if (isFree(model)) return true;
  try {
    await assertPriced(db, spenderOf(turn, appId), model);
    await assertBudgets(db, spenderOf(turn, appId));
    return true;
  } catch (err) {
    if (refusalOf(err)) return false;
    throw err;
  }
}

/** Stores the usage of a request besides the answer. Never throws. */
export async function recordSideRequest(
  platform: Platform,
  turn: TurnRow,
  { appId, model, provider }: Asked,
  request: SideRequest,
): Promise<void> {
  const { channelId, assistantId } = turn;
  try {
    await transaction(platform.database.db, (tx) =>
      recordUsage(tx, {
        ...spenderOf(turn, appId),
        channelId,
        turnId: turn.id,
        assistantId,
        model,
        provider,
        ...request,
        images: 0,
        firstTokenMs: null,
      }),
    );
  } catch (err) {
    platform.log.warn({ err, turn: turn.id, kind: request.kind }, 'what a request took could not be stored');
  }
}

/** Stores the usage of an ending turn, and releases its reservation. */
export async function recordTurn(tx: Db, turn: TurnRow, asked: Asked | null, end: TurnEnd): Promise<void> {
  const { channelId, assistantId } = turn;
  const { model, provider } = asked ?? (await modelNamed(tx, turn.modelId));
  const appId = asked?.appId ?? (await findAppOf(tx, channelId));
  const { error: _error, contextTokens: _contextTokens, ...consumed } = end;
  await recordUsage(tx, {
    ...spenderOf(turn, appId),
    channelId,
    turnId: turn.id,
    assistantId,
    model,
    provider,
    kind: model?.kind === 'image' ? 'image' : 'chat',
    ...consumed,
  });
  await settleBudgets(tx, { turnId: turn.id });
}

function spenderOf({ teamId, userId }: TurnRow, appId: string | null): Spender {
  return { teamId, appId, userId };
}
