import { estimateText } from '../context/estimate.ts';
import { gist } from './extract.ts';

const DEFAULT_TOKENS = 600;
/** Maximum and minimum characters kept of one message. */
const LONGEST = 220;
const SHORTEST = 40;

/**
 * Answers the request of `summaryRequest`: one line per message with its speaker, after the earlier summary.
 */
export function summaryFor(prompt: string, maxTokens = DEFAULT_TOKENS): string {
  const earlier = section(prompt, 'earlier-summary')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const messages = messagesIn(section(prompt, 'conversation'));
  for (let length = LONGEST; length >= SHORTEST; length -= 30) {
    const lines = [...earlier, ...messages.map(({ speaker, text }) => `- ${speaker}: ${gist(text, length)}`)];
    if (tokensOf(lines) <= maxTokens) return lines.join('\n');
  }
  const lines = [...earlier, ...messages.map(({ speaker, text }) => `- ${speaker}: ${gist(text, SHORTEST)}`)];
  return fitting(lines, maxTokens).join('\n');
}

/** Drops lines from the middle: how it began and where it stands matter most. */
function fitting(lines: string[], maxTokens: number): string[] {
  const kept = [...lines];
  while (kept.length > 1 && tokensOf(kept) > maxTokens) kept.splice(Math.floor(kept.length / 3), 1);
  return kept;
}

function tokensOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateText(line) + 1, 0);
}

function section(text: string, name: string): string {
  return new RegExp(`<${name}>\\n?([\\s\\S]*?)\\n?</${name}>`).exec(text)?.[1] ?? '';
}

function messagesIn(conversation: string): { speaker: string; text: string }[] {
  const messages: { speaker: string; text: string }[] = [];
  for (const paragraph of conversation.split(/\n{2,}/)) {
    const start = /^([^\n:：]{1,60}): ([\s\S]*)$/.exec(paragraph);
    const last = messages.at(-1);
    if (start) messages.push({ speaker: start[1] ?? '', text: start[2] ?? '' });
    else if (last) last.text += `\n\n${paragraph}`;
  }
  return messages.filter(({ text }) => text.trim() !== '');
}
