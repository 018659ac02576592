import type { AssistantParameters } from '@tandem/shared/assistant/schema';
import type { CompletionEvent } from '@tandem/shared/completion/schema';
import { isFree } from '@tandem/shared/provider/price';
import type { UsageKind } from '@tandem/shared/usage/schema';
import type { ModelMessage } from 'ai';
import type { UserContext } from '../../core/context.ts';
import { assertBudgets, assertPriced } from '../../models/budget/budget.service.ts';
import type { ResolvedModel } from '../../models/provider/provider.service.ts';
import { takeSlot } from './concurrency.ts';
import { writeCompletion } from './write.ts';

/** Milliseconds between checks of the person's right. */
const LOOK_EVERY_MS = 3_000;

/** A model's input. */
export interface CompletionRequest {
  instructions: string;
  messages: ModelMessage[];
  parameters?: AssistantParameters;
  /** Estimated total tokens. */
  estimate: number;
}

/** An answer for one person alone: not a message of a channel, and not stored. */
export interface Completion {
  kind: Exclude<UsageKind, 'chat' | 'title' | 'summary' | 'image'>;
  /** Where its usage is counted. */
  place: { teamId: string; appId: string | null; channelId: string | null; assistantId: string | null };
  model: ResolvedModel;
  request: CompletionRequest;
  /** Names of the tools it may call. */
  tools: readonly string[];
  /** What people wrote of the request: its addresses may be read. */
  written?: { instructions: string; texts: readonly string[] };
  /** Whether the person still has the right. */
  mayGoOn(): Promise<boolean>;
  /** Aborted when the client hangs up. */
  signal: AbortSignal;
}

export type CompletionStream = AsyncGenerator<CompletionEvent, void, undefined>;

/**
 * Asks a model and streams its answer. Stores nothing but usage.
 * @throws AppError `budgetSpent`, `modelUnpriced`; the stream `tooManyTurns`
 */
export async function startCompletion(ctx: UserContext, completion: Completion): Promise<CompletionStream> {
  await refuseSpent(ctx, completion);
  return seated(ctx, completion);
}

/**
 * Free models pass even an exhausted budget.
 * @throws AppError `budgetSpent`, `modelUnpriced`
 */
async function refuseSpent(
  { db, actor }: UserContext,
  { model: { model }, place }: Completion,
): Promise<void> {
  if (isFree(model)) return;
  const spender = { teamId: place.teamId, appId: place.appId, userId: actor.userId };
  await assertPriced(db, spender, model);
  await assertBudgets(db, spender);
}

async function* seated(ctx: UserContext, completion: Completion): CompletionStream {
  const leave = takeSlot(ctx);
  try {
    yield* answer(ctx, completion);
  } finally {
    leave();
  }
}

async function* answer(ctx: UserContext, completion: Completion): CompletionStream {
  const { id, name } = completion.model.model;
  const events: CompletionEvent[] = [{ type: 'began', model: { id, name } }];
  let wake = () => {};
  const tell = (event: CompletionEvent) => {
    events.push(event);
    wake();
  };
  const over = new AbortController();
  const signal = AbortSignal.any([completion.signal, over.signal]);
  const looking = setInterval(() => {
    void completion.mayGoOn().then(
      (may) => may || over.abort(),
      () => over.abort(),
    );
  }, LOOK_EVERY_MS);
  // It ends and is recorded independently of its listener.
  const written = writeCompletion(ctx, completion, { signal, tell, end: () => over.abort() }).then(
    (end) => tell({ type: 'ended', ...end }),
    (err: unknown) => {
      ctx.log.error({ err, kind: completion.kind }, 'an answer beside the channels failed');
      const error = { key: 'internal', retryable: true };
      tell({ type: 'ended', ...nothingSpent, status: 'failed', error });
    },
  );
  try {
    for (;;) {
      const event = events.shift();
      if (!event) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (events.length > 0) resolve();
        });
        continue;
      }
      yield event;
      if (event.type === 'ended') return;
    }
  } finally {
    clearInterval(looking);
    over.abort();
    await written;
  }
}

const nothingSpent = {
  inputTokens: null,
  outputTokens: null,
  firstTokenMs: null,
  durationMs: 0,
  cost: null,
};
