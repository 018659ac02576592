import type { ToolSet } from 'ai';
import { classifyProviderError, ProviderStreamError } from '../../../ai/errors/classify.ts';
import { ABORT_GRACE_MS, MAX_STEP_CHARACTERS } from '../../../content/turn/limits.ts';
import { plainJson } from '../../../core/plain.ts';
import { steadyMs } from '../../../core/timing/steady.ts';
import { StoreFailure } from '../kept-trying.ts';
import { runCalls } from './run-calls.ts';
import type { Steps } from './steps.ts';
import { type AnswerEnd, type StreamOptions, streamModel } from './stream-model.ts';
import { inTurnOrder } from './turn-order.ts';

export interface StepsOptions extends Omit<StreamOptions, 'mustAnswer'> {
  steps: Steps;
  /** Tokens so far. */
  spent(): { inputTokens: number; outputTokens: number };
  /** Requests at most; the last has to answer without tools. Null: something else ends it. */
  maxSteps: number | null;
  /** Parts of the message so far. */
  partCount(): number;
  /**
   * Waited for before each request but the first.
   * @returns whether it waits for a person now instead
   */
  beforeStep(): Promise<boolean>;
  /**
   * Called when nothing is left to do but to wait for a decision.
   * @returns whether the turn waits now; else a decision has come
   */
  onWaiting(): Promise<boolean>;
  onLost(): void;
}

export interface StepsEnd extends AnswerEnd {
  /** The turn waits for consent, and no process runs it. */
  isWaiting: boolean;
}

/** Asks a model, runs the tools it calls, and asks it again with their results until it answers. @throws StoreFailure */
export async function answerInSteps(options: StepsOptions): Promise<StepsEnd> {
  const { steps, signal, secrets } = options;
  const declared = withoutExecution(options.tools);
  const end: StepsEnd = { failure: null, isWaiting: false };
  try {
    for (;;) {
      while (steps.open) {
        const state = await inTime(runCalls(options), signal);
        if (state === 'waiting') {
          if (await options.onWaiting()) return { ...end, isWaiting: true };
          signal.throwIfAborted();
          await steps.readDecisions();
        }
        if (state === 'lost') {
          options.onLost();
          signal.throwIfAborted();
        }
      }
      if (steps.count > 0 && (await options.beforeStep())) return { ...end, isWaiting: true };
      signal.throwIfAborted();
      const partCount = options.partCount();
      const before = options.spent();
      const began = steadyMs();
      const asked = await streamModel({
        ...options,
        tools: declared,
        messages: inTurnOrder([...options.messages, ...steps.messages]),
        // A turn that used all its steps on tools would end without an answer.
        mustAnswer: options.maxSteps !== null && steps.count >= options.maxSteps - 1,
      });
      if (asked.failure || asked.messages.length === 0) return { ...end, failure: asked.failure };
      const messages = plainJson(asked.messages, MAX_STEP_CHARACTERS);
      if (!Array.isArray(messages))
        throw new ProviderStreamError('large', 'A step is larger than can be kept.');
      const now = options.spent();
      const cost = {
        inputTokens: now.inputTokens - before.inputTokens,
        outputTokens: now.outputTokens - before.outputTokens,
        durationMs: Math.round(steadyMs() - began),
      };
      if (!(await steps.begin({ messages, partCount, ...cost }, asked.calls))) options.onLost();
      signal.throwIfAborted();
    }
  } catch (error) {
    if (error instanceof StoreFailure) throw error;
    return { ...end, failure: classifyProviderError(error, secrets) };
  }
}

/** The tools as a model sees them: their calls run when the step is stored. */
function withoutExecution(tools: ToolSet): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, { execute: _, ...declared }]) => [name, declared as ToolSet[string]]),
  );
}

/** Gives up on work that does not notice the abort. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onAbort = () => setTimeout(() => reject(signal.reason), ABORT_GRACE_MS);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, late]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
