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
  refusalOf,
  reserveBudgets,
  type Spender,
  settleBudgets,
} from '../../models/budget/budget.service.ts';
import { modelNamed } from '../../models/provider/provider.service.ts';
import { recordUsage } from '../../models/usage/usage.service.ts';
import type { Asked, SideRequest } from '../turn/types.ts';
import { findAppOf } from './spend.repo.ts';

/** Tokens that any answer is thought to take before it is known what the model will read. */
const USUAL = { inputTokens: 300, outputTokens: 300 };

/**
 * Holds budgets for an answer that is about to be asked for: by the words of its question and a short answer. What
 * the model really reads is added before it is sent.
 * @throws AppError `budgetSpent`, `modelUnpriced`
 */
export async function reserveForAnswer(
  tx: Db,
  turn: Spender & { id: string },
  model: Priced & { name: string },
  question: readonly Part[] = [],
): Promise<void> {
  const { teamId, appId, userId } = turn;
  await assertPriced(tx, { teamId, appId, userId }, model);
  // A model that draws is paid by the picture, every other has no price for one.
  const amounts =
    model.imagePrice === null || model.kind !== 'image'
      ? { ...USUAL, inputTokens: USUAL.inputTokens + estimateMessage({ parts: question }) }
      : { inputTokens: estimateMessage({ parts: question }), images: drawingOf(question)?.count ?? 1 };
  const estimate = costOf(model, amounts).cost;
  await reserveBudgets(tx, { teamId, appId, userId, turnId: turn.id, estimate });
}

/** What a turn holds of budgets; null when none bounds it. */
export function heldByTurn(db: Db, turn: TurnRow, appId: string): Promise<number | null> {
  return heldBudgets(db, { ...spenderOf(turn, appId), turnId: turn.id });
}

/**
 * Holds more for a turn that runs, also of budgets that were set after it began; answers why there is no more. A turn that
 * has ended meanwhile gets nothing: what it held was let go of by then, and nobody would do so again.
 * @param amount in micro-credits; of a model without a price nothing is held
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
      const spender = spenderOf(turn, appId);
      await assertPriced(tx, spender, model);
      const estimate = isPriced(model) ? amount : 0;
      await reserveBudgets(tx, { ...spender, turnId: turn.id, estimate });
    });
    return null;
  } catch (err) {
    const refusal = refusalOf(err);
    if (refusal) return refusal;
    throw err;
  }
}

/** Whether budgets have something left for a request beside an answer. */
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
