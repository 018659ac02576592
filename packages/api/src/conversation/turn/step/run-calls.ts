import type { Tool, ToolSet } from 'ai';
import { Deferred } from '../../../ai/tools/deferred.ts';
import { traitsOf } from '../../../ai/tools/tools.ts';
import { CALLS_AT_ONCE } from '../../../content/turn/limits.ts';
import type { StoredCall } from '../../../content/turn/step.repo.ts';
import { StoreFailure } from '../kept-trying.ts';
import type { StreamPart } from '../reducer.ts';
import { CallWaits } from './approvals.ts';
import type { CallEnd, CallEnding, Steps } from './steps.ts';

export interface CallsOptions {
  steps: Steps;
  tools: ToolSet;
  signal: AbortSignal;
  /** Called with the result of each call, as the stream of a model would bring it. */
  onPart(part: StreamPart): Promise<void> | undefined;
}

type State = 'ended' | 'waiting' | 'lost';

/**
 * Runs the calls of the open step beside each other, but for those that wait for consent, and stores their results. One
 * that cannot be stored ends the others.
 * @returns `waiting` when some wait; `lost` when another process has the turn
 */
export async function runCalls({ steps, tools, signal, onPart }: CallsOptions): Promise<State> {
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  const open = (steps.open?.calls ?? []).filter(({ endedAt }) => endedAt === null);
  const isInOrder = open.some(({ toolName, input }) => traitsOf(toolName, input)?.isInOrder);
  const waiting = open.values();
  const states = new Set<State>();
  const run = async () => {
    for (const call of waiting) {
      const ending = await endingOf(call, tools[call.toolName], ended);
      ended.throwIfAborted();
      if (ending === 'waits') {
        states.add('waiting');
        // What comes after it may rely on what it does.
        if (isInOrder) return;
        continue;
      }
      const end = await steps.end(call.toolCallId, ending);
      if (end) await onPart(partOf(call, end));
      else states.add('lost');
    }
  };
  try {
    await Promise.all(Array.from({ length: isInOrder ? 1 : CALLS_AT_ONCE }, run));
  } finally {
    over.abort();
  }
  return (['lost', 'waiting'] as const).find((state) => states.has(state)) ?? 'ended';
}

async function endingOf(
  { toolCallId, input }: StoredCall,
  tool: Tool | undefined,
  signal: AbortSignal,
): Promise<CallEnding | 'waits'> {
  if (!tool?.execute) return { error: 'This tool is not allowed any more.' };
  if (typeof input !== 'object') return { error: 'The input is too long.' };
  try {
    const value: unknown = await tool.execute(input, {
      ...{ toolCallId, messages: [], abortSignal: signal },
      context: undefined,
    });
    return value instanceof Deferred ? { deferred: value } : { value };
  } catch (error) {
    if (error instanceof CallWaits) return 'waits';
    if (error instanceof StoreFailure) throw error;
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function partOf({ toolCallId, toolName, input }: StoredCall, end: CallEnd): StreamPart {
  const call = { toolCallId, toolName, input, dynamic: true as const };
  return 'error' in end
    ? { type: 'tool-error', ...call, error: end.error }
    : { type: 'tool-result', ...call, output: end.value };
}
