import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FilePart,
  type LanguageModelV4Prompt,
  type LanguageModelV4TextPart,
  type LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider';
import { estimateJson } from '../context/estimate.ts';
import { estimatePrompt, fitPrompt } from '../context/fit-prompt.ts';
import type { LanguageModelOptions } from './types.ts';

/** Providers' ways of saying that a model takes no tools. */
const NO_TOOLS =
  /(?:tool|function)[\s_-]?(?:use|call|choice|calling)?s?\b[^.]{0,60}(?:not (?:be )?support|n't support|unsupported|not enabled|not available|requires --enable)|(?:not support|n't support|unsupported|no endpoints)[^.]{0,60}(?:tool|function)/i;

/** Share of the context window a request may fill; the rest is for the answer. */
const REQUEST_SHARE = 0.85;
/** Tokens no answer reaches; with more than this left, no limit is sent. */
const LONG_ANSWER = 64_000;

export interface Adaptation extends LanguageModelOptions {
  /** The provider adds its own limit of the answer to the request when checking that both fit. */
  saysLimit: boolean;
  /** Models known to take no tools, shared by all models of the process. */
  toolless: Set<string>;
  /** Name of this model in `toolless`. */
  key: string;
}

/**
 * Adapts requests to a model's abilities: images become a note if it cannot see, tools with their history
 * become text if it has none, and a conversation that grew too long during a turn is shortened. A model that
 * rejects tools is asked again without them, and remembered in `toolless` under `key`.
 */
export function adapted(model: LanguageModelV4, adaptation: Adaptation): LanguageModelV4 {
  const { abilities = {}, contextWindow, toolless, key } = adaptation;
  async function attempt<T>(
    options: LanguageModelV4CallOptions,
    call: (o: LanguageModelV4CallOptions) => PromiseLike<T>,
  ) {
    const prompt = abilities.vision === false ? withoutImages(options.prompt) : options.prompt;
    const seen = contextWindow
      ? fitted({ ...options, prompt }, contextWindow, adaptation.saysLimit)
      : { ...options, prompt };
    if (abilities.tools === false || toolless.has(key)) return await call(withoutTools(seen));
    try {
      return await call(seen);
    } catch (error) {
      if (!seen.tools?.length || !refusesTools(error)) throw error;
      toolless.add(key);
      return await call(withoutTools(seen));
    }
  }
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => attempt(options, (adaptedOptions) => model.doGenerate(adaptedOptions)),
    doStream: (options) => attempt(options, (adaptedOptions) => model.doStream(adaptedOptions)),
  };
}

/** Makes a request fit the context window, leaving tokens for the answer. */
function fitted(
  options: LanguageModelV4CallOptions,
  contextWindow: number,
  saysLimit: boolean,
): LanguageModelV4CallOptions {
  const tools = estimateJson(options.tools);
  const most = Math.min(contextWindow * REQUEST_SHARE, contextWindow - (options.maxOutputTokens ?? 0));
  const prompt = fitPrompt(options.prompt, Math.max(0, Math.floor(most) - tools));
  const left = contextWindow - tools - estimatePrompt(prompt);
  if (!saysLimit || options.maxOutputTokens !== undefined || left > LONG_ANSWER)
    return { ...options, prompt };
  return { ...options, prompt, maxOutputTokens: Math.max(1, left) };
}

function refusesTools(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode = 0, responseBody = '' } = error;
  return [400, 404, 422, 500, 501].includes(statusCode) && NO_TOOLS.test(responseBody.slice(0, 4_000));
}

function withoutTools(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { tools: _tools, toolChoice: _choice, ...rest } = options;
  return { ...rest, prompt: toolPartsAsText(options.prompt) };
}

/** Returns the conversation with tool calls and results as text. */
function toolPartsAsText(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map((message) => {
    if (message.role === 'tool') {
      const told = message.content
        .filter((part) => part.type === 'tool-result')
        .map((part) => `[Result of ${part.toolName}: ${outputText(part.output)}]`);
      return { role: 'user', content: [text(told.join('\n') || '[No result]')] };
    }
    if (message.role !== 'assistant') return message;
    const content = message.content.map((part) => {
      if (part.type === 'tool-call')
        return text(`[Called ${part.toolName} with ${JSON.stringify(part.input)}]`);
      return part.type === 'tool-result'
        ? text(`[Result of ${part.toolName}: ${outputText(part.output)}]`)
        : part;
    });
    return { ...message, content };
  });
}

function withoutImages(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map((message) => {
    if (message.role !== 'user') return message;
    const content = message.content.map((part) =>
      isImage(part) ? text(`[Image: ${part.filename ?? 'unnamed'}]`) : part,
    );
    return { ...message, content };
  });
}

function isImage(part: LanguageModelV4TextPart | LanguageModelV4FilePart): part is LanguageModelV4FilePart {
  return part.type === 'file' && part.mediaType.startsWith('image');
}

function text(value: string): LanguageModelV4TextPart {
  return { type: 'text', text: value };
}

/** Returns a tool's result as text. */
export function outputText(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? 'This call was not allowed.';
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
  }
}
