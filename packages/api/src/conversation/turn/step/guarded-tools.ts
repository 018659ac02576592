import { isDeepStrictEqual } from 'node:util';
import type { ToolRule } from '@tandem/shared/agent/schema';
import type { Tool, ToolSet } from 'ai';
import type { JudgedCall } from '../../../agent/run/rules.ts';
import { Deferred } from '../../../ai/tools/deferred.ts';
import {
  consentSchema,
  type OutsideTool,
  outsideTool,
  runTool,
  type ToolContext,
  ToolDefect,
  ToolError,
  toolSet,
  traitsOf,
} from '../../../ai/tools/tools.ts';
import { MAX_TOOL_CHARACTERS, TOOL_TIMEOUT_MS } from '../../../content/turn/limits.ts';
import { plainJson } from '../../../core/plain.ts';
import { isStoreAway, outlasting, StoreFailure } from '../kept-trying.ts';
import type { TurnPlan } from '../types.ts';

/** An approved call. */
export interface Agreed {
  /** The input it may run with. */
  input: object;
  approvedBy: number;
}

/** What somebody is asked about a call. */
export interface Question {
  /** The tool, as lists of an assistant's tools name it. */
  toolKey: string;
  /** JSON schema that a changed input has to fit. */
  inputSchema: object;
}

export interface ToolGuard {
  fetch: ToolContext['fetch'];
  /** Whether the asker may still ask here. */
  mayGoOn(): Promise<boolean>;
  /** Whether the answer may still use a tool: one that its question brought, or by its key in the assistant's list. */
  hasTool(key: string): Promise<boolean>;
  /** Whether the approver of a call may still approve here. */
  mayApprove(userId: number): Promise<boolean>;
  /** Whether a call runs, asks first, or is refused by its mode; absent in chat, where only its tool says. */
  rule?(call: JudgedCall): ToolRule;
  /** Notes that a call begins that must not run twice; absent where none is run again. */
  start?(toolCallId: string): Promise<void>;
  /** Whether a call may have run already, so that somebody decides whether it runs again. */
  isOutcomeUnknown?(toolCallId: string): boolean;
  /** Shows what a call has put out so far. */
  onProgress?(call: { toolCallId: string; toolName: string; input: object }, output: unknown): void;
  /** What somebody was asked about a call before; null when nobody was. */
  asked(toolCallId: string): Question | null;
  /**
   * Asks for consent to a call, or returns what was decided.
   * @throws ToolError when it may not run; whatever makes the turn wait
   */
  consent(call: { toolCallId: string; toolName: string; input: object }, question: Question): Promise<Agreed>;
  onAccessLost(): void;
  onDefect(toolName: string, error: unknown): void;
}

type Execute = NonNullable<Tool['execute']>;

/**
 * A turn's tools: each run first checks that the person still has access and the assistant the tool, and its time and
 * output are bounded.
 * @param read what tools search and read besides; absent for none
 */
export function guardedTools(
  plan: Pick<TurnPlan, 'tools' | 'outsideTools' | 'documents'>,
  guard: ToolGuard,
  read: Pick<ToolContext, 'sources' | 'workspace' | 'written' | 'agent'> = {},
): ToolSet {
  const context: ToolContext = {
    fetch: guard.fetch,
    ...(plan.documents && { documents: plan.documents }),
    ...read,
  };
  const own = Object.entries(toolSet(plan.tools, context, guard.onDefect)).map(([name, tool]) => {
    const guarded: Execute = async (input, options) => {
      await checkAccess(guard, name, options.abortSignal);
      const { input: agreed, approvedBy } = await agreedInput(name, input, options, context, guard);
      const call = { toolCallId: options.toolCallId, toolName: name, input: agreed as object };
      const onProgress = (output: unknown) => guard.onProgress?.(call, output);
      const { timeoutMs, isRepeatable } = traitsOf(name, agreed) ?? {};
      if (!isRepeatable) await guard.start?.(options.toolCallId);
      const work = () =>
        bounded(
          options.abortSignal,
          (signal) =>
            runTool(name, agreed, { ...context, approvedBy }, { signal, onProgress }, guard.onDefect),
          timeoutMs ?? undefined,
        );
      return isRepeatable ? outlasting(work, options.abortSignal) : once(guard, work);
    };
    return [name, { ...tool, execute: guarded } as Tool] as const;
  });
  const others = plan.outsideTools.map((tool) => [tool.name, guardedOutside(tool, guard)] as const);
  // Later entries win, so a built-in tool has precedence over another of the same name.
  return Object.fromEntries([...others, ...own]);
}

/** Returns the input a built-in tool runs with: the model's, or the approved one. */
async function agreedInput(
  name: string,
  input: unknown,
  { toolCallId, abortSignal }: Parameters<Execute>[1],
  context: ToolContext,
  guard: ToolGuard,
): Promise<{ input: unknown; approvedBy?: number }> {
  // A decision stands even where no consent would be needed any more.
  const asked = guard.asked(toolCallId);
  const rule = ruled(guard, { toolKey: name, scope: traitsOf(name, input)?.scope ?? null, isOutside: false });
  const schema = asked
    ? asked.inputSchema
    : await checked(
        () =>
          consentSchema(name, input, context, {
            always: rule === 'ask' || guard.isOutcomeUnknown?.(toolCallId) === true,
          }),
        abortSignal,
      );
  if (!schema) return { input };
  const call = { toolCallId, toolName: name, input: shownInput(input) };
  const agreed = await guard.consent(call, { toolKey: name, inputSchema: schema });
  await checkAgreed(guard, name, agreed, abortSignal);
  return agreed;
}

function guardedOutside(tool: OutsideTool, guard: ToolGuard): Tool {
  return outsideTool(tool, async (given, { toolCallId, abortSignal }) => {
    await checkAccess(guard, tool.key, abortSignal);
    const input = shownInput(given);
    const signal = abortSignal ?? new AbortController().signal;
    const { key: toolKey, inputSchema } = tool;
    const asked = guard.asked(toolCallId);
    if (asked && !(asked.toolKey === toolKey && isDeepStrictEqual(asked.inputSchema, inputSchema)))
      throw new ToolError('This tool has changed since somebody was asked about it, so it was not run.');
    const rule = ruled(guard, { toolKey, scope: null, isOutside: true });
    const mustAsk = rule === 'ask' || guard.isOutcomeUnknown?.(toolCallId);
    if (!asked && !mustAsk && !(await checked(() => tool.needsApproval(), abortSignal))) {
      await guard.start?.(toolCallId);
      return once(guard, () => bounded(signal, (inTime) => run(tool, input, inTime, guard)));
    }
    const call = { toolCallId, toolName: tool.name, input };
    const agreed = await guard.consent(call, { toolKey, inputSchema });
    await checkAgreed(guard, tool.key, agreed, abortSignal);
    await guard.start?.(toolCallId);
    return once(guard, () => bounded(signal, (inTime) => run(tool, agreed.input, inTime, guard)));
  });
}

/** @throws ToolError for a call that is refused */
function ruled(guard: ToolGuard, call: JudgedCall): ToolRule {
  const rule = guard.rule?.(call) ?? 'allow';
  if (rule === 'deny') throw new ToolError('This tool is not allowed in the mode of this channel.');
  return rule;
}

/** People must see exactly the input that runs. @throws ToolError */
function shownInput(given: unknown): object {
  const input = plainJson(given, MAX_TOOL_CHARACTERS);
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new ToolError('The input is too long, or no object.');
  return input;
}

async function run(
  tool: OutsideTool,
  input: object,
  signal: AbortSignal,
  guard: ToolGuard,
): Promise<unknown> {
  try {
    return await tool.run(input, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) throw error;
    guard.onDefect(tool.name, error);
    throw new ToolDefect('The tool failed.', error);
  }
}

/**
 * Runs a call that must not run twice. In a run, one that the database left alone has an unknown outcome: it may have
 * written before.
 * @throws StoreFailure
 */
async function once<T>(guard: ToolGuard, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (guard.start && isStoreAway(error))
      throw new StoreFailure(error instanceof Error ? error.cause : error);
    throw error;
  });
}

async function checkAccess(guard: ToolGuard, key: string, signal?: AbortSignal): Promise<void> {
  if (!(await checked(() => guard.mayGoOn(), signal))) {
    guard.onAccessLost();
    throw new ToolError('The person who asked may no longer use this channel.');
  }
  if (!(await checked(() => guard.hasTool(key), signal)))
    throw new ToolError('This tool is not allowed any more.');
}

/**
 * Waits for the database where it is away.
 * @throws ToolError when it cannot be determined, or its own; StoreFailure
 */
async function checked<Result>(ask: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  return outlasting(ask, signal).catch((error: unknown) => {
    if (error instanceof ToolError || error instanceof StoreFailure) throw error;
    throw new ToolError('It could not be checked whether this is still allowed.', error);
  });
}

/** The asker and the approver may have lost their rights since, and the assistant its tool. */
async function checkAgreed(
  guard: ToolGuard,
  key: string,
  { approvedBy }: Agreed,
  signal?: AbortSignal,
): Promise<void> {
  await checkAccess(guard, key, signal);
  if (!(await checked(() => guard.mayApprove(approvedBy), signal)))
    throw new ToolError('The person who approved this may not do so any more, so it was not run.');
}

/** Runs a tool within its time limit, and keeps as much of its output as a message may hold. */
async function bounded(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => unknown,
  timeoutMs = TOOL_TIMEOUT_MS,
): Promise<unknown> {
  const late = AbortSignal.timeout(timeoutMs);
  const plain = (output: unknown) => plainJson(output, MAX_TOOL_CHARACTERS);
  try {
    const output = await work(signal ? AbortSignal.any([signal, late]) : late);
    return output instanceof Deferred ? output.map(plain) : plain(output);
  } catch (error) {
    if (late.aborted && !signal?.aborted) throw new ToolError('The tool took too long.', error);
    throw error;
  }
}
