import type { AsideEvent } from '@tandem/shared/aside/schema';
import type { AssistantParameters } from '@tandem/shared/assistant/schema';
import { isFree } from '@tandem/shared/provider/price';
import type { UsageKind } from '@tandem/shared/usage/schema';
import type { ModelMessage } from 'ai';
import type { UserContext } from '../../core/context.ts';
import { assertBudgets, assertPriced } from '../../models/budget/budget.service.ts';
import type { ResolvedModel } from '../../models/provider/provider.service.ts';
import { takeSeat } from './concurrency.ts';
import { writeAside } from './write.ts';

/** How often it is asked whether the person may still do this, in milliseconds. */
const LOOK_EVERY_MS = 3_000;

/** What a model is sent. */
export interface AsideRequest {
  instructions: string;
  messages: ModelMessage[];
  parameters?: AssistantParameters;
  /** Tokens of it all, as far as they can be told. */
  estimate: number;
}

/** An answer that is asked for by one person alone: no message of a channel, and nothing of it is stored. */
export interface Aside {
  kind: Exclude<UsageKind, 'chat' | 'title' | 'summary' | 'image'>;
  /** What its usage is counted for. */
  place: { teamId: string; appId: string | null; channelId: string | null; assistantId: string | null };
  model: ResolvedModel;
  request: AsideRequest;
  /** Names of the tools that it may call. */
  tools: readonly string[];
  /** Whether the person may still do this. */
  mayGoOn(): Promise<boolean>;
  /** Aborted when the client hangs up. */
  signal: AbortSignal;
}

export type AsideStream = AsyncGenerator<AsideEvent, void, undefined>;

/**
 * Has a model answer, and tells how the answer grows. Nothing is stored but what it spent.
 * @throws AppError `budgetSpent`, `modelUnpriced`; the stream `tooManyTurns`
 */
export async function startAside(ctx: UserContext, aside: Aside): Promise<AsideStream> {
  await refuseSpent(ctx, aside);
  return seated(ctx, aside);
}

/** What costs nothing is had with an empty budget too. @throws AppError `budgetSpent`, `modelUnpriced` */
async function refuseSpent({ db, actor }: UserContext, { model: { model }, place }: Aside): Promise<void> {
  if (isFree(model)) return;
  const spender = { teamId: place.teamId, appId: place.appId, userId: actor.userId };
  await assertPriced(db, spender, model);
  await assertBudgets(db, spender);
}

async function* seated(ctx: UserContext, aside: Aside): AsideStream {
  const leave = takeSeat(ctx);
  try {
    yield* answer(ctx, aside);
  } finally {
    leave();
  }
}

async function* answer(ctx: UserContext, aside: Aside): AsideStream {
  const { id, name } = aside.model.model;
  const events: AsideEvent[] = [{ type: 'began', model: { id, name } }];
  let wake = () => {};
  const tell = (event: AsideEvent) => {
    events.push(event);
    wake();
  };
  const over = new AbortController();
  const signal = AbortSignal.any([aside.signal, over.signal]);
  const looking = setInterval(() => {
    void aside.mayGoOn().then(
      (may) => may || over.abort(),
      () => over.abort(),
    );
  }, LOOK_EVERY_MS);
  // It ends and is counted by itself, whether anyone still listens or not.
  const written = writeAside(ctx, aside, { signal, tell, end: () => over.abort() }).then(
    (end) => tell({ type: 'ended', ...end }),
    (err: unknown) => {
      ctx.log.error({ err, kind: aside.kind }, 'an answer beside the channels failed');
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
