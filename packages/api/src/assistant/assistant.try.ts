import { transaction } from '@tandem/db';
import type { TryAssistant, TryEnd, TryEvent } from '@tandem/shared/assistant/schema';
import type { ModelMessage } from 'ai';
import { fitContext } from '../ai/context/context.ts';
import { costOf } from '../ai/pricing.ts';
import { describeTools, ToolError } from '../ai/tools/tools.ts';
import { type DriveEnd, drive } from '../ai/turn/drive.ts';
import { UNFINISHED } from '../ai/turn/finish.ts';
import { Growth } from '../ai/turn/growth.ts';
import { guardedTools } from '../ai/turn/guarded-tools.ts';
import { Meter } from '../ai/turn/meter.ts';
import { assertBudgets } from '../budget/budget.service.ts';
import type { UserContext } from '../core/context.ts';
import { limitByActor } from '../core/limits/limit-calls.ts';
import type { Limit } from '../core/limits/limiter.ts';
import { outsideTools } from '../mcp/mcp.service.ts';
import { modelsOf, type ResolvedModel, resolveModel } from '../provider/provider.service.ts';
import { recordUsage } from '../usage/usage.service.ts';
import { tryBudget } from './assistant.purse.ts';
import type { TriedPlace } from './assistant.rules.ts';
import { takeSeat } from './assistant.seats.ts';
import { assertTools } from './assistant.tools.ts';
import { defaultInstructions, filledInstructions } from './assistant.variables.ts';

/** Tries of one person in an hour; comparing counts as two. */
const tries: Limit = { name: 'assistant.try', max: 240, windowSeconds: 60 * 60 };
/** How often it is asked whether the person may still do this, in milliseconds. */
const LOOK_EVERY_MS = 3_000;

/** For the model and the person, where a tool needs somebody to agree. */
const NO_CONSENT = 'This tool asks for consent before it runs, which works in channels only. It was not run.';

export interface Try {
  place: TriedPlace;
  kind: 'try' | 'compare';
  input: Pick<TryAssistant, 'draft' | 'text' | 'history'>;
  /** Whether the person may still do this. */
  mayGoOn(): Promise<boolean>;
  /** Aborted when the client hangs up. */
  signal: AbortSignal;
}

/**
 * Has a draft of an assistant answer, and tells how the answer grows. Nothing is stored but what it spent.
 * @throws AppError `notFound` for a model that is not the team's, `noModel`, `notConfigured`, `tooManyRequests`,
 *   `budgetSpent`; the stream `tooManyTurns`
 */
export async function startTry(ctx: UserContext, tried: Try): Promise<TryStream> {
  await limitByActor(ctx, tries);
  const { place, input } = tried;
  await assertTools(ctx, place.teamId, input.draft.tools, place.assistant?.tools);
  const modelId = input.draft.modelId ?? null;
  const resolved = await resolveModel(ctx, { modelId, teamId: place.teamId });
  await refuseSpent(ctx, place, resolved);
  return seated(ctx, tried, resolved);
}

/** What costs nothing is tried with an empty budget too. @throws AppError `budgetSpent` */
async function refuseSpent(ctx: UserContext, place: TriedPlace, { model }: ResolvedModel): Promise<void> {
  if (!costOf(model, { inputTokens: 1, outputTokens: 1 }).cost) return;
  const { teamId, appId } = place;
  await assertBudgets(ctx.db, { teamId, appId, userId: ctx.actor.userId });
}

export type TryStream = AsyncGenerator<TryEvent, void, undefined>;

async function* seated(ctx: UserContext, tried: Try, resolved: ResolvedModel): TryStream {
  const leave = takeSeat(ctx);
  try {
    yield* answer(ctx, tried, resolved);
  } finally {
    leave();
  }
}

async function* answer(ctx: UserContext, tried: Try, resolved: ResolvedModel): TryStream {
  const { model } = resolved;
  const events: TryEvent[] = [{ type: 'began', model: { id: model.id, name: model.name } }];
  let wake = () => {};
  const tell = (event: TryEvent) => {
    events.push(event);
    wake();
  };
  const over = new AbortController();
  const signal = AbortSignal.any([tried.signal, over.signal]);
  const looking = setInterval(() => {
    void tried.mayGoOn().then(
      (may) => may || over.abort(),
      () => over.abort(),
    );
  }, LOOK_EVERY_MS);
  // It ends and is counted by itself, whether anyone still listens or not.
  const written = write(ctx, tried, resolved, { signal, tell, end: () => over.abort() }).then(
    (end) => tell({ type: 'ended', ...end }),
    (err: unknown) => {
      ctx.log.error({ err }, 'a try failed');
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

interface Writing {
  signal: AbortSignal;
  tell(event: TryEvent): void;
  end(): void;
}

async function write(
  ctx: UserContext,
  { place, kind, input, mayGoOn }: Try,
  { model, provider, connection }: ResolvedModel,
  { signal, tell, end }: Writing,
): Promise<TryEnd> {
  const startedAt = Date.now();
  const { contextWindow, abilities } = model;
  const tools = abilities.tools ? input.draft.tools : [];
  const meter = new Meter();
  const { teamId, appId } = place;
  const { db } = ctx.platform.database;
  const budget = tryBudget(db, { teamId, appId, userId: ctx.actor.userId }, model, end);
  const growth = new Growth({ parts: [], n: 0 }, (_n, changes) => tell({ type: 'grew', changes }));
  let firstTokenMs: number | null = null;
  const { estimate, ...asked } = await requestOf(ctx, place, input, contextWindow, tools);
  meter.expect(estimate);
  const outside = await outsideTools(ctx.platform, place.teamId, tools);
  const driven = await budget
    .cover(meter)
    .then(() =>
      drive({
        model: modelsOf(ctx.platform).languageModel(connection, model.modelId, { contextWindow, abilities }),
        ...asked,
        parameters: input.draft.parameters,
        tools: guardedTools(
          { tools, outsideTools: outside.tools },
          {
            fetch: ctx.platform.fetch,
            mayGoOn,
            consent: async () => {
              throw new ToolError(NO_CONSENT);
            },
            onAccessLost: end,
            onDefect: (tool, err) => ctx.log.error({ err, tool }, 'a tool failed'),
          },
        ),
        signal,
        secrets: connection.apiKey === null ? [] : [connection.apiKey],
        beforeStep: () => budget.cover(meter),
        onPart(part) {
          meter.take(part);
          budget.watch(meter);
          if (growth.take(part)) firstTokenMs ??= Date.now() - startedAt;
        },
      }),
    )
    .catch((err: unknown): DriveEnd => {
      if (!budget.refusal) throw err;
      return { failure: null, inputTokens: null, outputTokens: null, images: 0 };
    });
  await outside.close();
  growth.settle(UNFINISHED);
  const failure = budget.refusal ?? driven.failure;
  const status = budget.refusal ? 'failed' : signal.aborted ? 'stopped' : failure ? 'failed' : 'done';
  const { inputTokens, outputTokens, isEstimated } = meter.total;
  const times = { firstTokenMs, durationMs: Date.now() - startedAt };
  const { cost, isPriced } = await transaction(db, async (tx) => {
    const recorded = await recordUsage(tx, {
      ...{ teamId, appId, userId: ctx.actor.userId },
      ...{ channelId: null, turnId: null, assistantId: place.assistant?.id ?? null },
      ...{
        model,
        provider,
        kind,
        status,
        images: driven.images,
        inputTokens,
        outputTokens,
        isEstimated,
        ...times,
      },
    });
    await budget.settle(tx);
    return recorded;
  });
  return {
    status,
    error: status === 'failed' && failure ? { ...failure } : null,
    inputTokens,
    outputTokens,
    ...times,
    cost: isPriced ? cost : null,
  };
}

/** What a model is sent: the newest words of the try that fit it, and the instructions as a channel would have them. */
async function requestOf(
  ctx: UserContext,
  { teamId, appId }: TriedPlace,
  { draft, text, history = [] }: Try['input'],
  contextWindow: number,
  tools: readonly string[],
): Promise<{ instructions: string; messages: ModelMessage[]; estimate: number }> {
  const written = draft.instructions.trim() || defaultInstructions(draft.name);
  const { userId } = ctx.actor;
  const instructions = await filledInstructions(ctx.db, written, {
    ...{ userId, teamId, appId, channelId: null },
    language: ctx.language,
  });
  const said = [...history, { role: 'user' as const, text }].filter((each) => each.text.trim() !== '');
  const fit = fitContext({
    messages: said.map(({ role, text: words }) => ({
      role,
      parts: [{ type: 'text' as const, text: words }],
    })),
    limit: contextWindow,
    instructions,
    summary: null,
    tools: describeTools(tools),
  });
  return {
    estimate: fit.estimate,
    instructions: fit.instructions,
    messages: fit.messages.map(({ role, parts }): ModelMessage => {
      const content = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
      return { role, content };
    }),
  };
}
