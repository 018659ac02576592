import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { ProviderStreamError } from '../errors/types.ts';
import { responseAllowance } from './response-limits.ts';

const unknownUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** Milliseconds a provider may take to begin its answer: a local model may have to be loaded first. */
const RESPONSE_MS = 180_000;

/**
 * Wraps a model so that its stream fails in one way only. Any failure after the request was accepted (a lost
 * socket, a body without a finish, an error event, garbage, an empty or oversized answer) closes open parts
 * and emits one `error` part and a `finish` with reason `error`. An abort is still thrown, as AI SDK expects.
 * A provider that does not begin times out after `responseMs`, since AI SDK's own timeouts start with the
 * response.
 */
export function normaliseStream(model: LanguageModelV4, responseMs = RESPONSE_MS): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    // Warnings name settings that a model ignores; the library would print them.
    doGenerate: async (options) => ({ ...(await model.doGenerate(options)), warnings: [] }),
    async doStream(options) {
      const result = await begin(model, options, responseMs);
      const afterTool = options.prompt.at(-1)?.role === 'tool';
      return { ...result, stream: steadyStream(result.stream, options.abortSignal, afterTool) };
    },
  };
}

async function begin(model: LanguageModelV4, options: LanguageModelV4CallOptions, responseMs: number) {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), responseMs);
  const { abortSignal } = options;
  const signal = abortSignal ? AbortSignal.any([abortSignal, silence.signal]) : silence.signal;
  try {
    return await model.doStream({ ...options, abortSignal: signal });
  } catch (error) {
    if (!silence.signal.aborted) throw error;
    throw new ProviderStreamError('timeout', 'The provider did not begin to answer.', error);
  } finally {
    clearTimeout(timer);
  }
}

function steadyStream(
  source: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal | undefined,
  afterTool: boolean,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = source.getReader();
  const open = new Map<string, 'text-end' | 'reasoning-end'>();
  const excessOf = responseAllowance();
  let produced = false;

  function fail(controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>, error: unknown) {
    for (const [key, type] of open) controller.enqueue({ type, id: key.slice(1) });
    controller.enqueue({ type: 'error', error });
    const finishReason = { unified: 'error', raw: undefined } as const;
    controller.enqueue({ type: 'finish', finishReason, usage: unknownUsage });
    controller.close();
    // Parts after an error are not trusted; cancelling also closes the provider's socket.
    reader.cancel().catch(() => {});
  }

  function follow(part: LanguageModelV4StreamPart): void {
    if (part.type === 'text-start') open.set(`t${part.id}`, 'text-end');
    else if (part.type === 'reasoning-start') open.set(`r${part.id}`, 'reasoning-end');
    else if (part.type === 'text-end') open.delete(`t${part.id}`);
    else if (part.type === 'reasoning-end') open.delete(`r${part.id}`);
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') produced ||= part.delta !== '';
    else produced ||= part.type === 'tool-call' || part.type === 'file' || part.type === 'source';
  }

  return new ReadableStream({
    async pull(controller) {
      let result: ReadableStreamReadResult<LanguageModelV4StreamPart>;
      try {
        result = await reader.read();
      } catch (error) {
        if (signal?.aborted) controller.error(error);
        else fail(controller, error);
        return;
      }
      if (result.done) {
        // A finish part ends the loop above, so the answer was interrupted.
        if (signal?.aborted) controller.close();
        else fail(controller, new ProviderStreamError('cut', 'The stream ended without a finish.'));
        return;
      }
      const part = result.value;
      const excess = part.type === 'error' ? part.error : excessOf(part);
      if (excess) {
        fail(controller, excess);
        return;
      }
      if (part.type !== 'finish') {
        follow(part);
        controller.enqueue(part.type === 'stream-start' ? { ...part, warnings: [] } : part);
        return;
      }
      const { unified, raw } = part.finishReason;
      if (unified === 'interrupted' || (unified === 'other' && raw === undefined)) {
        fail(controller, new ProviderStreamError('cut', 'The stream ended without a finish reason.'));
      } else if (!produced && unified === 'stop' && !afterTool) {
        fail(controller, new ProviderStreamError('empty', 'The answer is empty.'));
      } else {
        controller.enqueue(part);
        controller.close();
        reader.cancel().catch(() => {});
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
