import { transaction } from '@tandem/db';
import type { CompletionEnd, CompletionEvent } from '@tandem/shared/completion/schema';
import { ToolError } from '../../ai/tools/tools.ts';
import { MAX_STEPS } from '../../content/turn/limits.ts';
import type { UserContext } from '../../core/context.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { outsideTools } from '../../models/mcp/mcp.service.ts';
import { modelsOf } from '../../models/provider/provider.service.ts';
import { recordUsage } from '../../models/usage/usage.service.ts';
import { UNFINISHED } from '../turn/finish.ts';
import { Meter } from '../turn/meter.ts';
import { answerInSteps, type StepsEnd } from '../turn/step/answer-steps.ts';
import { guardedTools } from '../turn/step/guarded-tools.ts';
import { passingSteps, Steps } from '../turn/step/steps.ts';
import { StreamingMessage } from '../turn/streaming-message.ts';
import { writtenAddresses } from '../turn/written-addresses.ts';
import { completionBudget } from './budget.ts';
import type { Completion } from './stream.ts';

/** Shown to the model and the person when a tool needs consent. */
const NO_CONSENT = 'This tool asks for consent before it runs, which works in channels only. It was not run.';

interface Writing {
  signal: AbortSignal;
  tell(event: CompletionEvent): void;
  /** Ends the answer. */
  end(): void;
}

/** Asks the model, reports the growing answer, and records its usage, however it ends. */
export async function writeCompletion(
  ctx: UserContext,
  {
    kind,
    place,
    model: { model, provider, connection },
    request,
    tools: wanted,
    written,
    mayGoOn,
  }: Completion,
  { signal, tell, end }: Writing,
): Promise<CompletionEnd> {
  const startedAt = steadyMs();
  const { contextWindow, abilities } = model;
  const tools = abilities.tools ? [...wanted] : [];
  const meter = new Meter();
  const { teamId, appId } = place;
  const { userId } = ctx.actor;
  const { db } = ctx.platform.database;
  const budget = completionBudget(db, { teamId, appId, userId }, model, { signal, onEmpty: end });
  const streaming = new StreamingMessage({ parts: [], n: 0 }, (_n, changes) =>
    tell({ type: 'grew', changes }),
  );
  let firstTokenMs: number | null = null;
  const { estimate, ...asked } = request;
  meter.expect(estimate);
  const outside = await outsideTools(ctx.platform, teamId, tools);
  const streamed = await budget
    .cover(meter)
    .then(() =>
      answerInSteps({
        model: modelsOf(ctx.platform).languageModel(connection, model.modelId, { contextWindow, abilities }),
        ...asked,
        tools: guardedTools(
          { tools, outsideTools: outside.tools },
          {
            fetch: ctx.platform.fetch,
            mayGoOn,
            hasTool: async () => true,
            asked: () => null,
            // Completions cannot ask for consent.
            mayApprove: async () => false,
            consent: async () => {
              throw new ToolError(NO_CONSENT);
            },
            onAccessLost: end,
            onDefect: (tool, err) => ctx.log.error({ err, tool }, 'a tool failed'),
          },
          written && {
            written: writtenAddresses(written.instructions, async () => ({ texts: written.texts })),
          },
        ),
        signal,
        secrets: connection.apiKey === null ? [] : [connection.apiKey],
        steps: new Steps(passingSteps),
        spent: () => meter.total,
        maxSteps: MAX_STEPS,
        partCount: () => streaming.parts.length,
        onWaiting: async () => false,
        onLost: end,
        beforeStep: async () => {
          await budget.cover(meter);
          return false;
        },
        onPart(part) {
          if (!budget.admits(part)) return undefined;
          meter.take(part);
          if (streaming.take(part)) firstTokenMs ??= steadyMs() - startedAt;
          return budget.watch(meter);
        },
      }),
    )
    .catch((err: unknown): StepsEnd => {
      if (!budget.refusal) throw err;
      return { failure: null, isWaiting: false };
    });
  await outside.close();
  streaming.settle(UNFINISHED);
  const failure = budget.refusal ?? streamed.failure;
  const status = budget.refusal ? 'failed' : signal.aborted ? 'stopped' : failure ? 'failed' : 'done';
  const { inputTokens, outputTokens, images, isEstimated } = meter.total;
  const times = { firstTokenMs, durationMs: steadyMs() - startedAt };
  const { cost, isPriced } = await transaction(db, async (tx) => {
    const recorded = await recordUsage(tx, {
      ...place,
      ...{ userId, turnId: null, model, provider, kind, status },
      ...{ images, inputTokens, outputTokens, isEstimated },
      ...times,
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
