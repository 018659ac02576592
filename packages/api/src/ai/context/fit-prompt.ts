import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { estimateJson, estimateText, FILE_TOKENS, IMAGE_TOKENS, MESSAGE_TOKENS } from './estimate.ts';
import { fairCap, shortenText } from './shorten.ts';

type Message = LanguageModelV4Prompt[number];
type AnyPart = Exclude<Message, { role: 'system' }>['content'][number];

/** Estimates the tokens of a request in a model's own shape. */
export function estimatePrompt(prompt: LanguageModelV4Prompt): number {
  return prompt.reduce((sum, message) => {
    if (message.role === 'system') return sum + MESSAGE_TOKENS + estimateText(message.content);
    return message.content.reduce(
      (inner: number, part: AnyPart) => inner + sizeOf(part),
      sum + MESSAGE_TOKENS,
    );
  }, 0);
}

/**
 * The last guard before a provider: tools may return more within one turn than was estimated at its start.
 * Shortens results of tools first, then texts.
 */
export function fitPrompt(prompt: LanguageModelV4Prompt, budget: number): LanguageModelV4Prompt {
  if (estimatePrompt(prompt) <= budget) return prompt;
  const lean = shrinkParts(prompt, budget, (part) => part.type === 'tool-result');
  return estimatePrompt(lean) <= budget
    ? lean
    : shrinkParts(lean, budget, (part) => part.type === 'tool-result' || part.type === 'text');
}

function shrinkParts(prompt: LanguageModelV4Prompt, budget: number, chosen: (part: AnyPart) => boolean) {
  const parts = prompt.flatMap((message): AnyPart[] => (message.role === 'system' ? [] : message.content));
  const sizes = parts.filter(chosen).map(sizeOf);
  const others = estimatePrompt(prompt) - sizes.reduce((sum, size) => sum + size, 0);
  const cap = fairCap(sizes, budget - others);
  const fit = <P extends AnyPart>(part: P): P => (chosen(part) ? shrink(part, cap) : part);
  return prompt.map((message): Message => {
    if (message.role === 'system') return message;
    if (message.role === 'user') return { ...message, content: message.content.map(fit) };
    if (message.role === 'assistant') return { ...message, content: message.content.map(fit) };
    return { ...message, content: message.content.map(fit) };
  });
}

function shrink<P extends AnyPart>(part: P, cap: number): P {
  if (sizeOf(part) <= cap) return part;
  if (part.type === 'text') return { ...part, text: shortenText(part.text, cap) };
  if (part.type !== 'tool-result') return part;
  return { ...part, output: { type: 'text', value: shortenText(wordsOf(part.output), cap) } };
}

function sizeOf(part: AnyPart): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return estimateText(part.text);
    case 'file':
      return part.mediaType.startsWith('image') ? IMAGE_TOKENS : FILE_TOKENS;
    case 'reasoning-file':
      return IMAGE_TOKENS;
    case 'tool-call':
      return 16 + estimateText(part.toolName) + estimateJson(part.input);
    case 'tool-result':
      return estimateText(wordsOf(part.output));
    default:
      return MESSAGE_TOKENS;
  }
}

function wordsOf(output: LanguageModelV4ToolResultOutput): string {
  if ('value' in output)
    return typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
  return output.reason ?? '';
}
