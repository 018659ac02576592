import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4File,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { convertAsyncIteratorToReadableStream } from '@ai-sdk/provider-utils';
import { estimateText } from '../context/estimate.ts';
import { estimatePrompt } from '../context/fit-prompt.ts';
import { answer } from './answer.ts';
import { OFFLINE_MODEL_ID } from './draft.ts';
import { drawPicture } from './draw/picture.ts';
import type { PlannedCall } from './intent.ts';
import { readRequest } from './reading.ts';

/** Milliseconds between words: about as fast as one reads along. */
const NATURAL_PACE_MS = 25;
/** Maximum milliseconds that the pace of a whole answer takes: nobody reads along with long ones, but waits. */
const PACED_MS = 2_500;

export interface OfflineModelOptions {
  /** Milliseconds between chunks of a streamed answer; default 25, 0 for tests. */
  delayMs?: number | undefined;
}

interface Answer {
  /** Whether somebody reads along while it is written. */
  isRead: boolean;
  text: string;
  /** Content of a picture that precedes the text. */
  picture: string | undefined;
  calls: LanguageModelV4ToolCall[];
  finishReason: LanguageModelV4FinishReason;
  usage: LanguageModelV4Usage;
}

/** The built-in model: a small program behind the interface of a language model. Needs no key and no network. */
export function createOfflineModel({ delayMs = NATURAL_PACE_MS }: OfflineModelOptions = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'offline',
    modelId: OFFLINE_MODEL_ID,
    supportedUrls: {},

    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const { text, picture, calls, finishReason, usage } = answerTo(options);
      return {
        content: [
          ...(picture ? [await pictureOf(picture)] : []),
          ...(text === '' ? [] : [{ type: 'text' as const, text }]),
          ...calls,
        ],
        finishReason,
        usage,
        warnings: [],
        response: { modelId: OFFLINE_MODEL_ID },
      };
    },

    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      return { stream: convertAsyncIteratorToReadableStream(streamOf(options, delayMs)) };
    },
  };
}

function answerTo(options: LanguageModelV4CallOptions): Answer {
  const reading = readRequest(options);
  const reply = answer(reading);
  const calls = 'calls' in reply ? reply.calls.map(({ tool, input }) => toCall(tool, input)) : [];
  const full = 'text' in reply ? reply.text : '';
  const text = withinTokens(full, options.maxOutputTokens);
  const tokens = estimateText(text) + calls.reduce((sum, call) => sum + 16 + estimateText(call.input), 0);
  const unified = calls.length > 0 ? 'tool-calls' : text.length < full.length ? 'length' : 'stop';
  return {
    isRead: reading.task !== 'overview',
    text,
    picture: 'text' in reply ? reply.picture : undefined,
    calls,
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: {
        total: estimatePrompt(options.prompt),
        noCache: undefined,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: { total: tokens, text: tokens, reasoning: undefined },
    },
  };
}

function toCall(toolName: string, input: PlannedCall['input']): LanguageModelV4ToolCall {
  return { type: 'tool-call', toolCallId: `call_${randomUUID()}`, toolName, input: JSON.stringify(input) };
}

async function* streamOf(
  options: LanguageModelV4CallOptions,
  delayMs: number,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const signal = options.abortSignal;
  const { isRead, text, picture, calls, finishReason, usage } = answerTo(options);
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'response-metadata', modelId: OFFLINE_MODEL_ID, timestamp: new Date() };
  if (picture) yield await pictureOf(picture);
  if (text !== '') {
    yield { type: 'text-start', id: '1' };
    const deltas = chunksOf(text);
    const paceMs = isRead ? Math.min(delayMs, PACED_MS / deltas.length) : 0;
    const began = performance.now();
    for (const [at, delta] of deltas.entries()) {
      const earlyMs = began + (at + 1) * paceMs - performance.now();
      if (earlyMs >= 1) await sleep(earlyMs, undefined, signal ? { signal } : {});
      signal?.throwIfAborted();
      yield { type: 'text-delta', id: '1', delta };
    }
    yield { type: 'text-end', id: '1' };
  }
  for (const call of calls) {
    yield { type: 'tool-input-start', id: call.toolCallId, toolName: call.toolName };
    yield { type: 'tool-input-delta', id: call.toolCallId, delta: call.input };
    yield { type: 'tool-input-end', id: call.toolCallId };
    yield call;
  }
  yield { type: 'finish', finishReason, usage };
}

async function pictureOf(shows: string): Promise<LanguageModelV4File> {
  const data = await drawPicture(shows, 'square', randomUUID());
  return { type: 'file', mediaType: 'image/png', data: { type: 'data', data } };
}

/** Words with the space after them; Chinese, which has no spaces, two characters at a time. */
function chunksOf(text: string): string[] {
  return text.match(/\s*(?:\p{Script=Han}{1,2}|[^\s\p{Script=Han}]+)\s*/gu) ?? [text];
}

function withinTokens(text: string, maxTokens: number | undefined): string {
  if (maxTokens === undefined || estimateText(text) <= maxTokens) return text;
  let kept = '';
  let tokens = 0;
  for (const chunk of chunksOf(text)) {
    tokens += estimateText(chunk);
    if (tokens > maxTokens) break;
    kept += chunk;
  }
  return kept;
}
