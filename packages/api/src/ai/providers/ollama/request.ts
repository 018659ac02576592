import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, SharedV4FileData } from '@ai-sdk/provider';
import { convertToBase64 } from '@ai-sdk/provider-utils';
import { outputText } from '../adapt.ts';

export interface OllamaSettings {
  /** Base address, ending in `/api`. */
  baseUrl: string;
  headers: Record<string, string>;
  fetch: typeof fetch;
  /** Seconds to keep the model loaded; 0 leaves it to the service. */
  keepAlive: number;
  /** Context size to allocate; without it Ollama silently drops the start of long conversations. */
  contextWindow?: number | undefined;
}

type ChatMessage = {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  images?: string[];
  thinking?: string;
  tool_calls?: { function: { name: string; arguments: unknown } }[];
  tool_name?: string;
};

/** The body of a request to `/api/chat`. */
export function chatRequest(
  modelId: string,
  settings: OllamaSettings,
  call: LanguageModelV4CallOptions,
  stream: boolean,
) {
  const tools = call.toolChoice?.type === 'none' ? [] : (call.tools ?? []);
  const functions = tools.filter((tool) => tool.type === 'function');
  return {
    model: modelId,
    stream,
    messages: toMessages(call.prompt),
    ...(functions.length > 0 && {
      tools: functions.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
    }),
    ...(settings.keepAlive !== 0 && { keep_alive: settings.keepAlive }),
    ...(call.responseFormat?.type === 'json' && { format: call.responseFormat.schema ?? 'json' }),
    ...thinking(call.reasoning),
    options: {
      num_ctx: settings.contextWindow,
      num_predict: call.maxOutputTokens,
      temperature: call.temperature,
      top_p: call.topP,
      top_k: call.topK,
      presence_penalty: call.presencePenalty,
      frequency_penalty: call.frequencyPenalty,
      seed: call.seed,
      stop: call.stopSequences,
    },
  };
}

/** Omitted unless requested: a model without reasoning rejects the field. */
function thinking(reasoning: LanguageModelV4CallOptions['reasoning']): { think?: boolean } {
  if (reasoning === undefined || reasoning === 'provider-default') return {};
  return { think: reasoning !== 'none' };
}

function toMessages(prompt: LanguageModelV4Prompt): ChatMessage[] {
  return prompt.flatMap((message): ChatMessage[] => {
    if (message.role === 'system') return [{ role: 'system', content: message.content }];
    if (message.role === 'user') return [userMessage(message.content)];
    if (message.role === 'assistant') return [assistantMessage(message.content)];
    return message.content
      .filter((part) => part.type === 'tool-result')
      .map((part) => ({ role: 'tool', tool_name: part.toolName, content: outputText(part.output) }));
  });
}

type ContentOf<Role> = Extract<LanguageModelV4Prompt[number], { role: Role }>['content'];

function userMessage(content: ContentOf<'user'>): ChatMessage {
  const texts = content.filter((part) => part.type === 'text').map((part) => part.text);
  const images = content
    .filter((part) => part.type === 'file' && part.mediaType.startsWith('image'))
    .map((part) => (part.type === 'file' ? base64Of(part.data) : null))
    .filter((data) => data !== null);
  return { role: 'user', content: texts.join('\n'), ...(images.length > 0 && { images }) };
}

function assistantMessage(content: ContentOf<'assistant'>): ChatMessage {
  const join = (type: 'text' | 'reasoning') =>
    content.map((part) => (part.type === type ? part.text : '')).join('');
  const thinking = join('reasoning');
  const calls = content
    .filter((part) => part.type === 'tool-call')
    .map((part) => ({ function: { name: part.toolName, arguments: part.input ?? {} } }));
  return {
    role: 'assistant',
    content: join('text'),
    ...(thinking !== '' && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** Returns image data as Ollama expects it; null for unsupported forms (addresses, references). */
function base64Of(data: SharedV4FileData): string | null {
  if (data.type !== 'data') return null;
  return convertToBase64(data.data).replace(/^data:[^,]*,/, '');
}
