import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AssistantParameters } from '@tandem/shared/assistant/schema';
import { type FinishReason, type GeneratedFile, type ModelMessage, streamText, type ToolSet } from 'ai';
import {
  classifyProviderError,
  type ProviderFailure,
  ProviderStreamError,
} from '../../../ai/errors/classify.ts';
import { ABORT_GRACE_MS, SILENCE } from '../../../content/turn/limits.ts';
import type { AskedCall } from '../../../content/turn/step.repo.ts';
import { eventLoopTurn } from '../../../core/timing/event-loop-turn.ts';
import type { StreamPart } from '../reducer.ts';
import { CallIds } from './call-ids.ts';
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
  /** Timeouts of a silent provider, for tests. */
  silence?: typeof SILENCE;
  /** It may call no tool. */
  mustAnswer?: boolean;
  /**
   * Stores a picture made by the model; the stream waits for it.
   */
  onFile?(file: GeneratedFile): Promise<void>;
  /** Called with every part of the stream, in order. The stream and the provider wait for its result. */
  onPart(part: StreamPart): Promise<void> | undefined;
}

/** How a model's part in an answer ended. */
export interface AnswerEnd {
  /** Null when the model finished; an aborter knows more than the resulting failure says. */
  failure: ProviderFailure | null;
}

export interface StreamEnd extends AnswerEnd {
  /** What the model wrote, for its next request; nothing when it failed, or called no tool. */
  messages: ModelMessage[];
  /** Its calls with an input that fits. */
  calls: AskedCall[];
}

/** Asks a model once. The tools it calls are not run. Never throws. */
export async function streamModel(options: StreamOptions): Promise<StreamEnd> {
  const {
    model,
    instructions,
    messages,
    tools,
    parameters,
    secrets,
    silence = SILENCE,
    onFile,
    onPart,
  } = options;
  const end: StreamEnd = { failure: null, messages: [], calls: [] };
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
    const result = streamText({
      model: withShortWaits(model),
      ...(instructions && { instructions }),
      messages,
      tools,
      ...parameters,
      ...(options.mustAnswer && { toolChoice: 'none' }),
      abortSignal: signal,
      maxRetries: 1,
      timeout: { chunkMs: silence.betweenChunksMs },
      // Files come only from our own storage; nothing named in a message is fetched.
      experimental_download: async () => [],
      // Failures come as parts; without this the library would print them.
      onError: () => {},
    });
    patience.begin();
    const ids = new CallIds();
    for await (const part of untilAborted(result.stream, signal)) {
      if (part.type !== 'start' && part.type !== 'start-step') patience.end();
      if (part.type === 'tool-call') end.calls.push(...ids.take(part));
      if (part.type === 'error') fail(part.error);
      else if (part.type === 'abort') fail(part.reason ?? 'aborted');
      else if (part.type === 'finish') {
        const problem = problemOf(part.finishReason);
        if (problem) fail(problem);
      }
      if (part.type === 'file' && part.file.mediaType.startsWith('image/')) {
        await onFile?.(part.file);
      }
      const taken = onPart(part);
      if (taken) await taken;
      const turn = eventLoopTurn();
      if (turn) await turn;
    }
    if (ids.count > 0 && !end.failure && !isExhausted)
      end.messages = ids.rename((await result.responseMessages).map(withoutFiles).map(withShortErrors));
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

/** Providers that make pictures read them from the question, and nowhere else. */
function withoutFiles(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const content = message.content.filter(({ type }) => type !== 'file' && type !== 'reasoning-file');
  return { ...message, content };
}

/** Characters that are kept of the beginning and of the end of why an input was refused. */
const SHORT_ERROR = { beginning: 500, end: 1_500 };

/** The library quotes a refused input, however long, before it says what is wrong. */
function withShortErrors(message: ModelMessage): ModelMessage {
  if (message.role !== 'tool') return message;
  const { beginning, end } = SHORT_ERROR;
  const content = message.content.map((part) => {
    if (part.type !== 'tool-result' || part.output.type !== 'error-text') return part;
    const { value } = part.output;
    if (value.length <= beginning + end) return part;
    const short = `${value.slice(0, beginning)} … ${value.slice(-end)}`.toWellFormed();
    return { ...part, output: { ...part.output, value: short } };
  });
  return { ...message, content };
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
