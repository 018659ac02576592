import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ProviderStreamError } from '../errors/types.ts';

/** Maximum characters of one response: text, reasoning, tool inputs, names. */
const MAX_CHARACTERS = 2_000_000;
/** Tools called in one response: they run side by side. */
const MAX_CALLS = 64;
/** Ids and names are looked up, stored and sent again with each request. */
const MAX_NAME = 256;

/**
 * Bounds one response before it is buffered, parsed, run and sent back to the provider.
 * @returns a function that receives each part and returns an error for one that exceeds a bound
 */
export function responseAllowance(): (part: LanguageModelV4StreamPart) => ProviderStreamError | null {
  let characters = 0;
  const calls = new Set<string>();
  return (part) => {
    const id = 'toolCallId' in part ? part.toolCallId : 'id' in part ? (part.id ?? '') : '';
    const name = 'toolName' in part ? part.toolName : '';
    if (id.length > MAX_NAME || name.length > MAX_NAME)
      return new ProviderStreamError('odd', 'A name in the answer is too long.');
    characters += sizeOf(part);
    if (characters > MAX_CHARACTERS)
      return new ProviderStreamError('large', 'The answer is longer than a message may be.');
    if (part.type === 'tool-input-start' || part.type === 'tool-call') calls.add(id);
    return calls.size > MAX_CALLS ? new ProviderStreamError('large', 'Too many tools were called.') : null;
  };
}

function sizeOf(part: LanguageModelV4StreamPart): number {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      return part.delta.length;
    case 'tool-call':
      return part.input.length;
    case 'source':
      return part.sourceType === 'url' ? part.url.length + (part.title?.length ?? 0) : part.title.length;
    default:
      return 0;
  }
}
