import type { Db } from '@tandem/db';
import type { ModelMessage, ToolModelMessage } from 'ai';
import type { Deferred } from '../../../ai/tools/deferred.ts';
import {
  type AskedCall,
  endCall,
  endDeferred,
  findCalls,
  insertStep,
  type NewStep,
  type StoredCall,
  type StoredStep,
} from '../../../content/turn/step.repo.ts';
import type { TurnRow } from '../../../content/turn/turn.repo.ts';
import { keptTrying } from '../kept-trying.ts';

/** How a call ended: with a result, or with the sentence of its failure. */
export type CallEnd = { value: unknown } | { error: string };

/** How a call ends: as said, or with what it does when it is stored. */
export type CallEnding = CallEnd | { deferred: Deferred };

/** Where steps are kept. */
export interface StepStore {
  /** @returns whether the turn is still ours */
  insert(step: NewStep, calls: readonly AskedCall[]): Promise<boolean>;
  /** @returns how it ended; null when the turn is no longer ours */
  end(call: { step: number; toolCallId: string }, end: CallEnding): Promise<CallEnd | null>;
  /** The calls of a step, with what was decided about them. */
  calls(step: number): Promise<StoredCall[]>;
}

/** Keeps the steps of a turn in the database. */
export const storedSteps = (
  db: Db,
  { turn, signal }: { turn: Pick<TurnRow, 'id' | 'epoch' | 'channelId'>; signal: AbortSignal },
): StepStore => ({
  insert: (step, calls) => keptTrying(() => insertStep(db, turn, step, calls), signal),
  async end(call, end) {
    if ('deferred' in end) return keptTrying(() => endDeferred(db, turn, call, end.deferred), signal);
    return (await keptTrying(() => endCall(db, turn, call, end), signal)) ? end : null;
  },
  calls: (step) => keptTrying(() => findCalls(db, turn.id, step), signal),
});

/** Keeps nothing beyond the process, as for an answer that ends with its request. */
export const passingSteps: StepStore = {
  insert: async () => true,
  end: async (_call, end) => ('deferred' in end ? { value: end.deferred.value } : end),
  calls: async () => [],
};

/**
 * The requests of an answer that called tools. Each is stored before its calls run, and each result before the next
 * request, so that another process can continue after the last.
 */
export class Steps {
  private readonly store: StepStore;
  private readonly steps: StoredStep[];

  /** @param known the steps of a turn that ran before */
  constructor(store: StepStore, known: readonly StoredStep[] = []) {
    this.store = store;
    this.steps = [...known];
  }

  /** Requests so far. */
  get count(): number {
    return this.steps.length;
  }

  /** The step whose calls have not all ended; null for none. */
  get open(): StoredStep | null {
    const last = this.steps.at(-1);
    return last?.calls.some(({ endedAt }) => endedAt === null) ? last : null;
  }

  /** Parts that the message had before the first step; null without steps. */
  get partsBefore(): number | null {
    return this.steps[0]?.partCount ?? null;
  }

  /** What the model wrote and what its calls returned, for its next request. */
  get messages(): ModelMessage[] {
    return this.steps.flatMap((step) => [...withDecidedInputs(step), ...resultsOf(step)]);
  }

  /** A call of the open step. */
  call(toolCallId: string): StoredCall | undefined {
    return this.open?.calls.find((call) => call.toolCallId === toolCallId);
  }

  /**
   * Stores the next step.
   * @returns whether the turn is still ours
   */
  async begin(
    { messages, partCount, ...cost }: Omit<NewStep, 'index'>,
    calls: readonly AskedCall[],
  ): Promise<boolean> {
    const step = { index: this.steps.length, messages, partCount };
    if (!(await this.store.insert({ ...step, ...cost }, calls))) return false;
    this.steps.push({ ...step, calls: calls.map((call) => ({ ...call, ...UNDECIDED })) });
    return true;
  }

  /** Adds a step that was stored. */
  add(step: StoredStep): void {
    this.steps.push(step);
  }

  /**
   * Stores how a call of the open step ended.
   * @returns how; null when the turn is no longer ours
   */
  async end(toolCallId: string, ending: CallEnding): Promise<CallEnd | null> {
    const { open } = this;
    const call = open?.calls.find((each) => each.toolCallId === toolCallId);
    if (!open || !call) return null;
    const end = await this.store.end({ step: open.index, toolCallId }, ending);
    if (!end) return null;
    const ended = { endedAt: new Date(), output: null, error: null };
    Object.assign(call, ended, 'error' in end ? { error: end.error } : { output: { value: end.value } });
    return end;
  }

  /** The last calls, oldest first, each with what it ran with and how it ended. */
  lastCalls(count: number): string[] {
    return this.steps
      .flatMap(({ calls }) => calls)
      .slice(-count)
      .map(({ toolName, input, decidedInput, output, error }) =>
        JSON.stringify([toolName, decidedInput ?? input, output, error], withoutDuration),
      );
  }

  /** What the calls of a tool returned. */
  results(toolName: string): unknown[] {
    return this.steps.flatMap(({ calls }) =>
      calls.flatMap((call) => (call.toolName === toolName && call.output ? [call.output.value] : [])),
    );
  }

  /** Reads the decisions about the calls of the open step. */
  async readDecisions(): Promise<void> {
    const { open } = this;
    if (!open) return;
    const stored = await this.store.calls(open.index);
    for (const call of open.calls)
      Object.assign(
        call,
        stored.find(({ toolCallId }) => toolCallId === call.toolCallId),
      );
  }
}

/** The same command never takes equally long. */
function withoutDuration(key: string, value: unknown): unknown {
  return key === 'seconds' ? undefined : value;
}

const UNDECIDED = {
  toolKey: null,
  inputSchema: null,
  askedAt: null,
  decision: null,
  deciderId: null,
  decidedInput: null,
  startedAt: null,
  output: null,
  error: null,
  endedAt: null,
} as const;

/** The model reads the inputs that its tools ran with. */
function withDecidedInputs({ messages, calls }: StoredStep): ModelMessage[] {
  const inputs = new Map(calls.map(({ toolCallId, decidedInput }) => [toolCallId, decidedInput]));
  return messages.map((message) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message;
    const content = message.content.map((part) => {
      const input = part.type === 'tool-call' ? inputs.get(part.toolCallId) : null;
      return input ? { ...part, input } : part;
    });
    return { ...message, content };
  });
}

function resultsOf({ calls }: StoredStep): ToolModelMessage[] {
  const content = calls.map(({ toolCallId, toolName, output, error }) => ({
    type: 'tool-result' as const,
    toolCallId,
    toolName,
    output: resultOf(error === null ? output?.value : undefined, error),
  }));
  return content.length > 0 ? [{ role: 'tool', content }] : [];
}

function resultOf(value: unknown, error: string | null) {
  if (error !== null) return { type: 'error-text' as const, value: error };
  if (typeof value === 'string') return { type: 'text' as const, value };
  return { type: 'json' as const, value: (value ?? null) as null };
}
