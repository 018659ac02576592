import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AssistantParameters } from '@tandem/shared/assistant/schema';
import {
  type FinishReason,
  type GeneratedFile,
  type ModelMessage,
  stepCountIs,
  streamText,
  type ToolSet,
} from 'ai';
import {
  classifyProviderError,
  type ProviderFailure,
  ProviderStreamError,
} from '../../ai/errors/classify.ts';
import { ABORT_GRACE_MS, MAX_STEPS, SILENCE } from '../../content/turn/limits.ts';
import { eventLoopTurn } from '../../core/timing/event-loop-turn.ts';
import type { StreamPart } from './reducer.ts';
import { withShortWaits } from './short-waits.ts';

export interface StreamOptions {
  model: LanguageModelV4;
  instructions: string;
  messages: ModelMessage[];
  tools: ToolSet;
  /** Model parameters; an absent one is the model's default. */
  parameters?: AssistantParameters;
  /** Ends the request and closes the provider's socket. */
  signal: AbortSignal;
  secrets: readonly string[];
  /** Inputs that someone changed before their tools ran, by the ids of the calls; grows while the answer does. */
  changedInputs?: ReadonlyMap<string, object>;
  /** Timeouts of a silent provider, for tests. */
  silence?: typeof SILENCE;
  /** Waited for before each request but the first. */
  beforeStep?(): Promise<void>;
  /**
   * Stores a picture made by the model; the stream waits for it.
   * @returns whether it was stored
   */
  onFile?(file: GeneratedFile): Promise<boolean>;
  /** Called with every part of the stream, in order. The stream and the provider wait for its result. */
  onPart(part: StreamPart): Promise<void> | undefined;
}

export interface StreamEnd {
  /** Null when the model finished; an aborter knows more than the resulting failure says. */
  failure: ProviderFailure | null;
  /** Pictures that came. */
  images: number;
}

/** Asks a model and runs the tools it calls until its answer ends. Never throws. */
export async function streamModel(options: StreamOptions): Promise<StreamEnd> {
  const {
    model,
    instructions,
    messages,
    tools,
    parameters,
    secrets,
    changedInputs = new Map(),
    silence = SILENCE,
    onFile,
    onPart,
  } = options;
  const end: StreamEnd = { failure: null, images: 0 };
  let isExhausted = false;
  const fail = (error: unknown) => {
    // A model that keeps calling tools has used its steps: its text so far is kept.
    if (error instanceof Error && error.name === 'AI_ToolChoiceViolationError') isExhausted = true;
    if (!isExhausted) end.failure ??= classifyProviderError(error, secrets);
  };
  const patience = new Patience(silence.beforeFirstChunkMs, fail);
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, patience.signal, over.signal]);
  try {
    const { stream } = streamText({
      model: withShortWaits(model),
      ...(instructions && { instructions }),
      messages,
      tools,
      ...parameters,
      stopWhen: stepCountIs(MAX_STEPS),
      // A turn that used all its steps on tools would end without an answer.
      prepareStep: async ({ stepNumber, messages: soFar }) => {
        if (stepNumber > 0) await options.beforeStep?.();
        return {
          ...(stepNumber === MAX_STEPS - 1 && { toolChoice: 'none' }),
          ...(changedInputs.size > 0 && { messages: withInputs(soFar, changedInputs) }),
        };
      },
      abortSignal: signal,
      maxRetries: 1,
      // Tools have their own time limit, which is paused while one waits for consent.
      timeout: { chunkMs: silence.betweenChunksMs },
      // Files come only from our own storage; nothing named in a message is fetched.
      experimental_download: async () => [],
      // Failures come as parts; without this the library would print them.
      onError: () => {},
    });
    patience.begin();
    for await (const part of untilAborted(stream, signal)) {
      // Each step is a separate request.
      if (part.type === 'finish-step') patience.begin();
      else if (part.type !== 'start' && part.type !== 'start-step') patience.end();
      if (part.type === 'error') fail(part.error);
      else if (part.type === 'abort') fail(part.reason ?? 'aborted');
      else if (part.type === 'finish') {
        const problem = problemOf(part.finishReason);
        if (problem) fail(problem);
      }
      if (part.type === 'file' && part.file.mediaType.startsWith('image/')) {
        if (await onFile?.(part.file)) end.images += 1;
      }
      const taken = onPart(part);
      if (taken) await taken;
      const turn = eventLoopTurn();
      if (turn) await turn;
    }
  } catch (error) {
    fail(error);
  }
  patience.end();
  // Abort streams and tools still running after the answer ended.
  over.abort();
  return end;
}

/** Why an answer that ended is not whole; null where it is. */
function problemOf(finishReason: FinishReason): ProviderStreamError | string | null {
  if (finishReason === 'error') return 'the provider reported an error';
  if (finishReason === 'length') return new ProviderStreamError('length', 'The model wrote all it may.');
  if (finishReason === 'content-filter') return new ProviderStreamError('filtered', 'A filter ended it.');
  return null;
}

/** Times out a request without a first token; the library's own timeouts start only with it. */
class Patience {
  private readonly controller = new AbortController();
  private readonly milliseconds: number;
  private readonly onEnd: (error: unknown) => void;
  private timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, onEnd: (error: unknown) => void) {
    this.milliseconds = milliseconds;
    this.onEnd = onEnd;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const error = new DOMException('The provider said nothing.', 'TimeoutError');
      this.onEnd(error);
      this.controller.abort(error);
    }, this.milliseconds);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

/** Returns the messages with the inputs that tools actually ran with. */
function withInputs(messages: readonly ModelMessage[], inputs: ReadonlyMap<string, object>): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message;
    const content = message.content.map((part) => {
      const input = part.type === 'tool-call' ? inputs.get(part.toolCallId) : undefined;
      return input ? { ...part, input } : part;
    });
    return { ...message, content };
  });
}

/** Yields the stream until the abort grace period ends: a tool or provider may not notice the abort. */
async function* untilAborted(
  stream: AsyncIterable<StreamPart>,
  signal: AbortSignal,
): AsyncGenerator<StreamPart> {
  const iterator = stream[Symbol.asyncIterator]();
  let giveUp = () => {};
  let late = false;
  const onAbort = () => {
    setTimeout(() => {
      late = true;
      giveUp();
    }, ABORT_GRACE_MS);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!late) {
      // A new promise for each part: racing a promise as long-lived as the stream would accumulate reactions.
      const result = await new Promise<IteratorResult<StreamPart>>((resolve, reject) => {
        giveUp = () => resolve({ done: true, value: undefined });
        iterator.next().then(resolve, reject);
      });
      if (result.done) return;
      yield result.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
