import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import {
  convertAsyncIteratorToReadableStream,
  createJsonLinesResponseHandler,
  createJsonResponseHandler,
  generateId,
  postJsonToApi,
} from '@ai-sdk/provider-utils';
import { ProviderStreamError } from '../../errors/types.ts';
import { chatRequest, type OllamaSettings } from './request.ts';
import { type ChatLine, chatLineSchema, failedResponse } from './wire.ts';

/** A model of an Ollama service, over its own chat endpoint. */
export function ollamaModel(modelId: string, settings: OllamaSettings): LanguageModelV4 {
  const url = `${settings.baseUrl}/chat`;
  const common = {
    url,
    headers: settings.headers,
    fetch: settings.fetch,
    failedResponseHandler: failedResponse,
  };
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId,
    supportedUrls: {},

    async doGenerate(options) {
      const body = chatRequest(modelId, settings, options, false);
      const { value, responseHeaders } = await postJsonToApi({
        ...common,
        body,
        headers: { ...settings.headers, ...options.headers },
        successfulResponseHandler: createJsonResponseHandler(chatLineSchema),
        ...(options.abortSignal && { abortSignal: options.abortSignal }),
      });
      if (value.error !== undefined) throw new ProviderStreamError('provider', value.error);
      return {
        content: contentOf(value),
        finishReason: finishReasonOf(value, (value.message?.tool_calls?.length ?? 0) > 0),
        usage: usageOf(value),
        warnings: [],
        request: { body },
        response: { modelId, ...(responseHeaders && { headers: responseHeaders }) },
      };
    },

    async doStream(options) {
      const body = chatRequest(modelId, settings, options, true);
      const { value, responseHeaders } = await postJsonToApi({
        ...common,
        body,
        headers: { ...settings.headers, ...options.headers },
        successfulResponseHandler: createJsonLinesResponseHandler(chatLineSchema),
        ...(options.abortSignal && { abortSignal: options.abortSignal }),
      });
      return {
        stream: convertAsyncIteratorToReadableStream(toParts(value, modelId)),
        request: { body },
        ...(responseHeaders && { response: { headers: responseHeaders } }),
      };
    },
  };
}

type OpenPart = { type: 'text' | 'reasoning'; id: string } | null;

async function* toParts(
  lines: AsyncIterable<ChatLine>,
  modelId: string,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'response-metadata', modelId };
  let open = null as OpenPart;
  let called = false;
  for await (const line of lines) {
    if (line.error !== undefined) {
      yield { type: 'error', error: { message: line.error } };
      return;
    }
    for (const [type, delta] of deltasOf(line)) {
      if (open?.type !== type) {
        if (open) yield { type: `${open.type}-end`, id: open.id };
        open = { type, id: generateId() };
        yield { type: `${type}-start`, id: open.id };
      }
      yield { type: `${type}-delta`, id: open.id, delta };
    }
    for (const call of toolCallsOf(line)) {
      called = true;
      if (open) yield { type: `${open.type}-end`, id: open.id };
      open = null;
      yield { type: 'tool-input-start', id: call.toolCallId, toolName: call.toolName };
      yield { type: 'tool-input-delta', id: call.toolCallId, delta: call.input };
      yield { type: 'tool-input-end', id: call.toolCallId };
      yield call;
    }
    if (line.done) {
      if (open) yield { type: `${open.type}-end`, id: open.id };
      yield { type: 'finish', finishReason: finishReasonOf(line, called), usage: usageOf(line) };
      return;
    }
  }
}

function deltasOf(line: ChatLine): ['text' | 'reasoning', string][] {
  const deltas: ['text' | 'reasoning', string][] = [];
  if (line.message?.thinking) deltas.push(['reasoning', line.message.thinking]);
  if (line.message?.content) deltas.push(['text', line.message.content]);
  return deltas;
}

function toolCallsOf(line: ChatLine) {
  return (line.message?.tool_calls ?? []).map(({ id, function: called }) => ({
    type: 'tool-call' as const,
    toolCallId: id ?? generateId(),
    toolName: called.name,
    input: typeof called.arguments === 'string' ? called.arguments : JSON.stringify(called.arguments ?? {}),
  }));
}

function contentOf(line: ChatLine): LanguageModelV4Content[] {
  return [...deltasOf(line).map(([type, text]) => ({ type, text })), ...toolCallsOf(line)];
}

function finishReasonOf(line: ChatLine, called: boolean): LanguageModelV4FinishReason {
  const raw = line.done_reason ?? 'stop';
  if (called) return { unified: 'tool-calls', raw };
  return { unified: raw === 'length' ? 'length' : raw === 'stop' ? 'stop' : 'other', raw };
}

function usageOf(line: ChatLine): LanguageModelV4Usage {
  return {
    inputTokens: {
      total: line.prompt_eval_count,
      noCache: undefined,
      cacheRead: undefined,
      cacheWrite: undefined,
    },
    outputTokens: { total: line.eval_count, text: undefined, reasoning: undefined },
  };
}
