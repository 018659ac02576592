import { estimateText } from './estimate.ts';
import { shortenText } from './shorten.ts';

/** A request for one short text, to be sent without tools. */
export interface TextRequest {
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
}

/** First lines of these requests; the built-in model recognises them by these. */
/** Says that `Name: ` stands before the words of a person. */
export const SEVERAL_PEOPLE =
  'Several people write in this conversation. Each of their messages begins with the name of its writer.';

export const TITLE_INSTRUCTIONS =
  'Write a title for this conversation: at most six words, in the language of the question, without quotation marks, without a full stop, nothing else.';
export const SUMMARY_INSTRUCTIONS =
  'Summarise this part of a conversation so that it can continue without the original. Keep names, numbers, decisions, open questions and what each person wants. Write short plain sentences in the language of the conversation, no introduction.';

/** Longest title kept, in characters. */
export const MAX_TITLE = 80;
/** Characters of a model's title line to inspect: cleaning a run of marks takes quadratic time. */
const TITLE_LINE = 1_000;
/** Tokens of a question or answer to read for a title. */
const TITLE_READING = 600;
/** Tokens of a request besides the conversation. */
const REQUEST_OVERHEAD = 160;

/** A request for a channel's title, after its first answer. */
export function titleRequest(question: string, answer: string): TextRequest {
  return {
    instructions: TITLE_INSTRUCTIONS,
    prompt: [
      '<question>',
      shortenText(question, TITLE_READING),
      '</question>',
      '<answer>',
      shortenText(answer, TITLE_READING),
      '</answer>',
    ].join('\n'),
    maxOutputTokens: 60,
  };
}

/** Makes a model's answer to `titleRequest` fit to be a title; "" when it is not one. */
export function cleanTitle(text: string): string {
  const withoutThoughts = text.replace(/<think>[\s\S]*?(?:<\/think>|$)/g, '');
  const line =
    withoutThoughts
      .split('\n')
      .map((each) => each.trim())
      .find((each) => each !== '')
      ?.slice(0, TITLE_LINE) ?? '';
  const bare = line
    .replace(/^(?:#+\s*|title\s*[:：]\s*|标题\s*[:：]\s*)+/i, '')
    .replace(/(\*{1,3}|_{2,3}|`)([^*_`]+)\1/g, '$2')
    .replace(/^[\s"'“”‘’«»「」『』《》*_`]+|[\s"'“”‘’«»「」『』《》*_`.。]+$/g, '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return bare.length > MAX_TITLE
    ? `${bare
        .slice(0, MAX_TITLE - 1)
        .toWellFormed()
        .trimEnd()}…`
    : bare;
}

/** One message as sent to the summarising model. */
export interface SummarisedMessage {
  /** A person's name, or the assistant's. */
  speaker: string;
  text: string;
}

/**
 * Builds a request for a summary that replaces `previous` and `messages`. It fits a model of `limit` tokens
 * whatever the messages' length: long ones are cut in the middle.
 * @param tokens size of the summary, `FitResult.summaryTokens`.
 */
export function summaryRequest(input: {
  previous: string | null;
  messages: readonly SummarisedMessage[];
  limit: number;
  tokens: number;
}): TextRequest {
  const { previous, messages, limit, tokens } = input;
  const room = Math.max(200, limit - tokens - REQUEST_OVERHEAD);
  const before = previous
    ? ['<earlier-summary>', shortenText(previous, Math.floor(room / 3)), '</earlier-summary>']
    : [];
  const left = room - before.reduce((sum, line) => sum + estimateText(line), 0);
  // Half the window at least for the conversation: each message gets its share before the whole is cut.
  const share = Math.max(60, Math.floor((left / Math.max(1, messages.length)) * 2));
  const told = messages
    .map(({ speaker, text }) => `${speaker}: ${shortenText(text.trim(), share)}`)
    .join('\n\n');
  return {
    instructions: `${SUMMARY_INSTRUCTIONS} At most ${Math.floor(tokens * 0.6)} words.`,
    prompt: [...before, '<conversation>', shortenText(told, left - 20), '</conversation>'].join('\n'),
    maxOutputTokens: tokens,
  };
}
