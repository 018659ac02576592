import type { Part, ToolPart } from '@tandem/shared/message/parts';
import type { StoredCall, StoredStep } from '../../../content/turn/step.repo.ts';
import { cleanText } from '../../../core/plain.ts';
import { propertyNames } from '../../../core/property-names.ts';

/**
 * Returns the parts of a run's message as its stored steps say, from what was last saved of them: without what was
 * streamed after the last step, and with what its process had not saved yet.
 * @param isContinued whether the message had parts before its turn began
 */
export function keptParts(
  parts: readonly Part[],
  steps: readonly StoredStep[],
  { isContinued }: { isContinued: boolean },
): Part[] {
  // What people wrote meanwhile is a step as well, shown after the request before it.
  const requests = steps.filter(({ messages }) => messages.some(({ role }) => role === 'assistant'));
  const [first] = requests;
  if (!first) return isContinued ? parts.filter(isWhole) : [];
  const before = parts.slice(0, first.partCount);
  const saved = inSteps(parts.slice(first.partCount));
  const kept = requests.flatMap((step, index) => withCalls(saved[index] ?? written(step), step));
  return [...before, ...kept.filter(({ type }) => type !== 'data-pause')];
}

/** Whether a part needs nobody any more: a call without a result is not. */
export const isWhole = (part: Part) => part.type !== 'dynamic-tool' || part.state.startsWith('output');

/** Each begins with a `step-start`, but for the first where it continues an answer. */
function inSteps(parts: readonly Part[]): Part[][] {
  const steps: Part[][] = [];
  for (const part of parts) {
    if (part.type === 'step-start' || steps.length === 0) steps.push([]);
    steps.at(-1)?.push(part);
  }
  return steps;
}

/** What a step wrote, from its messages. */
function written({ messages }: StoredStep): Part[] {
  const texts = messages.flatMap(({ role, content }): Part[] => {
    if (role !== 'assistant') return [];
    if (typeof content === 'string') return [{ type: 'text', text: content, state: 'done' }];
    return content.flatMap((part): Part[] =>
      part.type === 'text' && part.text !== ''
        ? [{ type: 'text', text: cleanText(part.text), state: 'done' }]
        : [],
    );
  });
  return [{ type: 'step-start' }, ...texts];
}

/** Closes the texts of a step, and shows each of its calls as stored. */
function withCalls(parts: readonly Part[], { calls }: StoredStep): Part[] {
  const left = new Map(calls.map((call) => [call.toolCallId, call]));
  const shown = parts.map((part): Part => {
    if ((part.type === 'text' || part.type === 'reasoning') && part.state === 'streaming')
      return { ...part, state: 'done' };
    if (part.type !== 'dynamic-tool') return part;
    const call = left.get(part.toolCallId);
    left.delete(part.toolCallId);
    return call ? stateOf(part, call) : part;
  });
  const missing = [...left.values()].map((call): Part => {
    const { toolCallId, toolName, input } = call;
    return stateOf({ type: 'dynamic-tool', toolCallId, toolName, input, state: 'input-available' }, call);
  });
  return [...shown, ...missing];
}

/** A call without an end shows nothing that was put out so far, since it begins again. */
function stateOf(part: ToolPart, call: StoredCall): ToolPart {
  const { output, error, endedAt, decidedInput, inputSchema } = call;
  const input = decidedInput ?? call.input;
  if (endedAt === null) {
    const { output: _, errorText: __, ...rest } = part;
    if (call.askedAt === null || call.decision !== null) return { ...rest, input, state: 'input-available' };
    const asking = { inputSchema: inputSchema ?? {}, order: propertyNames(inputSchema ?? {}) };
    return { ...rest, input, state: 'approval-requested', consent: { ...part.consent, ...asking } };
  }
  if (part.state.startsWith('output')) return part;
  const { inputSchema: _, order: __, ...consent } = part.consent ?? {};
  const ended = { ...part, input, ...(part.consent && { consent }) };
  return error === null
    ? { ...ended, state: 'output-available', output: output?.value }
    : { ...ended, state: 'output-error', errorText: error };
}
