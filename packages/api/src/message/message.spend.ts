import { type Db, transaction } from '@tandem/db';
import type { Part } from '@tandem/shared/message/parts';
import { drawingOf } from '@tandem/shared/message/parts';
import type { MessageError } from '@tandem/shared/message/schema';
import { estimateMessage } from '../ai/context/context.ts';
import { costOf, type Prices } from '../ai/pricing.ts';
import type { Asked, SideRequest } from '../ai/turn/host.ts';
import type { TurnEnd, TurnRow } from '../ai/turn/turn.repo.ts';
import {
  assertBudgets,
  heldBudgets,
  refusalOf,
  reserveBudgets,
  type Spender,
  settleBudgets,
} from '../budget/budget.service.ts';
import type { Platform } from '../core/platform.ts';
import { modelNamed } from '../provider/provider.service.ts';
import { recordUsage } from '../usage/usage.service.ts';
import { findAppOf } from './message.spend.repo.ts';

/** Tokens that any answer is thought to take before it is known what the model will read. */
const USUAL = { inputTokens: 300, outputTokens: 300 };

/**
 * Holds budgets for an answer that is about to be asked for: by the words of its question and a short answer. What
 * the model really reads is added before it is sent.
 * @throws AppError `budgetSpent`
 */
export async function reserveForAnswer(
  tx: Db,
  turn: Spender & { id: string },
  prices: Prices,
  question: readonly Part[] = [],
): Promise<void> {
  const { teamId, appId, userId } = turn;
  // A model that draws is paid by the picture, every other has no price for one.
  const amounts =
    prices.imagePrice === null
      ? { ...USUAL, inputTokens: USUAL.inputTokens + estimateMessage({ parts: question }) }
      : { inputTokens: estimateMessage({ parts: question }), images: drawingOf(question)?.count ?? 1 };
  const estimate = costOf(prices, amounts).cost;
  await reserveBudgets(tx, { teamId, appId, userId, turnId: turn.id, estimate });
}

/** What a turn holds of budgets; null when none bounds it or its model has no price. */
export async function heldByTurn(
  db: Db,
  turn: TurnRow,
  { appId, model }: Pick<Asked, 'appId'> & { model: Prices },
): Promise<number | null> {
  if (!costOf(model, {}).isPriced) return null;
  return heldBudgets(db, { ...spenderOf(turn, appId), turnId: turn.id });
}

/** Holds more for a turn that runs; answers why there is no more. */
export async function reserveMore(
  db: Db,
  turn: TurnRow,
  { appId }: Asked,
  amount: number,
): Promise<MessageError | null> {
  try {
    await reserveBudgets(db, { ...spenderOf(turn, appId), turnId: turn.id, estimate: amount });
    return null;
  } catch (err) {
    const refusal = refusalOf(err);
    if (refusal) return refusal;
    throw err;
  }
}

/** Whether something is left of the budgets, or what is asked has no price. */
export async function hasBudget(db: Db, turn: TurnRow, { appId, model }: Asked): Promise<boolean> {
  if (!costOf(model, {}).isPriced) return true;
  try {
    await assertBudgets(db, spenderOf(turn, appId));
    return true;
  } catch (err) {
    if (refusalOf(err)) return false;
    throw err;
  }
}

/** Stores what a request beside an answer took. Never throws. */
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

/** Stores what a turn took that ends, and lets go of what it held. */
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
