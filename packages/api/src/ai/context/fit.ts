import type { Part } from '@tandem/shared/message/parts';
import { estimateJson, estimateMessage, estimatePart, estimateText, MESSAGE_TOKENS } from './estimate.ts';
import { fairCap, shortenText } from './shorten.ts';
import type { ContextMessage, FitInput, FitResult } from './types.ts';

/** Largest share of the window that instructions and tools may take before the instructions are shortened. */
const FIXED_SHARE = 0.4;
/**
 * When a summary is due, recent messages may fill this share of the available tokens, so that the next turns
 * fit too.
 */
const KEEP_SHARE = 0.6;
const MAX_ANSWER = 4_096;
const MAX_SUMMARY = 1_200;

/**
 * Chooses what of a conversation is sent, so that request and answer always fit the model. When the whole
 * does not fit, the oldest messages are selected for a summary; when even the question does not, the middles
 * of its longest parts are cut. Pure; estimates are high.
 */
export function fitContext<M extends ContextMessage>(input: FitInput<M>): FitResult<M> {
  const { messages, limit } = input;
  const answer = Math.min(input.answer ?? Math.min(MAX_ANSWER, Math.floor(limit / 4)), Math.floor(limit / 2));
  const toolTokens = estimateJson(input.tools);
  const instructions = shortenText(
    input.instructions ?? '',
    Math.max(0, Math.floor(limit * FIXED_SHARE) - toolTokens),
  );
  const fixed = estimateText(instructions) + toolTokens + MESSAGE_TOKENS;
  const sizes = messages.map(estimateMessage);
  const total = sum(sizes);
  const oldSummary = input.summary ? estimateText(input.summary) + MESSAGE_TOKENS : 0;
  if (fixed + oldSummary + total + answer <= limit) {
    return {
      messages: [...messages],
      summarise: [],
      instructions,
      summary: input.summary ?? null,
      estimate: fixed + oldSummary + total,
      summaryTokens: 0,
      answerTokens: limit - fixed - oldSummary - total,
      shortened: instructions !== (input.instructions ?? ''),
    };
  }

  const mustKeep = questionStart(messages);
  const summaryTokens =
    mustKeep === 0 && oldSummary === 0 ? 0 : Math.min(MAX_SUMMARY, Math.floor(limit / 10));
  const reserved = summaryTokens > 0 ? summaryTokens + MESSAGE_TOKENS : 0;
  const room = Math.max(0, limit - answer - fixed - reserved);
  const cut = cutBefore(messages, sizes, mustKeep, room * KEEP_SHARE);
  const kept = shortenMessages(messages.slice(cut), room);
  const keptTokens = sum(kept.messages.map(estimateMessage));
  const summarise = messages.slice(0, cut);
  const summaryDue = summarise.length > 0;
  // Without new messages to summarise, the old summary is sent again within its reserved tokens.
  const summary = summaryDue || !input.summary ? null : shortenText(input.summary, summaryTokens);
  const estimate = fixed + keptTokens + reserved;
  return {
    messages: kept.messages,
    summarise,
    instructions,
    summary,
    estimate,
    summaryTokens: summaryDue ? summaryTokens : 0,
    answerTokens: Math.max(0, limit - estimate),
    shortened: kept.shortened || instructions !== (input.instructions ?? ''),
  };
}

/** Index of the last message of a person: the model must answer it and everything after it. */
function questionStart(messages: readonly ContextMessage[]): number {
  const index = messages.findLastIndex((message) => message.role === 'user');
  return index === -1 ? Math.max(0, messages.length - 1) : index;
}

/**
 * Returns the earliest index from which the messages fit `room`; the kept tail begins with a person's
 * message.
 */
function cutBefore(
  messages: readonly ContextMessage[],
  sizes: number[],
  mustKeep: number,
  room: number,
): number {
  let used = sum(sizes.slice(mustKeep));
  let cut = mustKeep;
  for (let index = mustKeep - 1; index >= 0; index--) {
    used += sizes[index] ?? 0;
    if (used > room) break;
    if (messages[index]?.role === 'user') cut = index;
  }
  return cut;
}

function shortenMessages<M extends ContextMessage>(
  messages: readonly M[],
  room: number,
): { messages: M[]; shortened: boolean } {
  if (sum(messages.map(estimateMessage)) <= room) return { messages: [...messages], shortened: false };
  // Old thoughts and files go before words do.
  const last = messages.length - 1;
  const lean = messages.map((message, index) => ({
    ...message,
    parts: message.parts.filter(
      (part) => part.type !== 'reasoning' && (part.type !== 'file' || index === last),
    ),
  }));
  const parts = lean.flatMap((message) => message.parts);
  const unshrinkable = sum(parts.filter((part) => !canShrink(part)).map(estimatePart));
  const budget = room - unshrinkable - lean.length * MESSAGE_TOKENS;
  const cap = fairCap(parts.filter(canShrink).map(estimatePart), budget);
  if (budget > 0 || unshrinkable === 0)
    return { messages: lean.map((message) => shrink(message, cap)), shortened: true };
  // Files alone are too much for the model: say so in their place.
  const without = lean.map((message) => ({ ...message, parts: message.parts.map(fileAsNote) }));
  return { messages: shortenMessages(without, room).messages, shortened: true };
}

function canShrink(part: Part): boolean {
  return part.type === 'text' || part.type === 'dynamic-tool' || part.type === 'data-summary';
}

function shrink<M extends ContextMessage>(message: M, cap: number): M {
  return { ...message, parts: message.parts.map((part) => shrinkPart(part, cap)) };
}

function shrinkPart(part: Part, cap: number): Part {
  if (estimatePart(part) <= cap) return part;
  if (part.type === 'text') return { ...part, text: shortenText(part.text, cap) };
  if (part.type === 'data-summary')
    return { ...part, data: { ...part.data, text: shortenText(part.data.text, cap) } };
  if (part.type !== 'dynamic-tool') return part;
  const outside = estimatePart({ ...part, output: undefined, errorText: undefined });
  const words = part.output ?? part.errorText ?? '';
  const output = shortenText(
    typeof words === 'string' ? words : JSON.stringify(words),
    Math.max(0, cap - outside),
  );
  return part.state === 'output-error' ? { ...part, errorText: output } : { ...part, output };
}

function fileAsNote(part: Part): Part {
  return part.type === 'file'
    ? { type: 'text', text: `[File left out: ${part.filename ?? part.mediaType}]` }
    : part;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
