import type { Tool, ToolSet } from 'ai';
import type { StoredCall } from '../../../content/turn/step.repo.ts';
import type { StreamPart } from '../reducer.ts';
import { CallWaits } from './approvals.ts';
import type { CallEnd, Steps } from './steps.ts';

export interface CallsOptions {
  steps: Steps;
  tools: ToolSet;
  signal: AbortSignal;
  /** Called with the result of each call, as the stream of a model would bring it. */
  onPart(part: StreamPart): Promise<void> | undefined;
}

/**
 * Runs the calls of the open step beside each other, but for those that wait for consent, and stores their results.
 * @returns `waiting` when some wait; `lost` when another process has the turn
 */
export async function runCalls({
  steps,
  tools,
  signal,
  onPart,
}: CallsOptions): Promise<'ended' | 'waiting' | 'lost'> {
  const { open } = steps;
  const running = open?.calls.filter(({ endedAt }) => endedAt === null) ?? [];
  const states = await Promise.all(
    running.map(async (call) => {
      const end = await endOf(call, tools[call.toolName], signal);
      if (end === 'waits') return 'waiting';
      signal.throwIfAborted();
      if (!(await steps.end(call.toolCallId, end))) return 'lost';
      await onPart(partOf(call, end));
      return 'ended';
    }),
  );
  return (['lost', 'waiting'] as const).find((state) => states.includes(state)) ?? 'ended';
}

async function endOf(
  { toolCallId, input }: StoredCall,
  tool: Tool | undefined,
  signal: AbortSignal,
): Promise<CallEnd | 'waits'> {
  if (!tool?.execute) return { error: 'This tool is not allowed any more.' };
  try {
    const value: unknown = await tool.execute(input, {
      ...{ toolCallId, messages: [], abortSignal: signal },
      context: undefined,
    });
    return { value };
  } catch (error) {
    if (error instanceof CallWaits) return 'waits';
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function partOf({ toolCallId, toolName, input }: StoredCall, end: CallEnd): StreamPart {
  const call = { toolCallId, toolName, input, dynamic: true as const };
  return 'error' in end
    ? { type: 'tool-error', ...call, error: end.error }
    : { type: 'tool-result', ...call, output: end.value };
}
