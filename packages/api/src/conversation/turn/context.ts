import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { FilePart, Part, SummaryPart } from '@tandem/shared/message/parts';
import { filesOf, textOf } from '@tandem/shared/message/parts';
import { convertToModelMessages, generateText, type ModelMessage, type UIMessage } from 'ai';
import {
  type ContextMessage,
  estimateMessage,
  estimateText,
  fitContext,
  shortenText,
  summaryRequest,
} from '../../ai/context/context.ts';
import type { PathMessage } from '../../content/message/path.repo.ts';
import { findPathForModel } from '../../content/message/path.repo.ts';
import { SIDE_REQUEST_MS } from '../../content/turn/limits.ts';
import { cleanText } from '../../core/plain.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { withFiles, withPictures } from './attachments.ts';
import { consumedBy, NOTHING } from './meter.ts';
import type { DocumentContext, SideRequest } from './types.ts';

/** Messages read from the database at once, going back. */
const BATCH = 100;
/** Messages looked at at most; what is older than these and not summarised yet is left out. */
const MAX_MESSAGES = 1_000;
/** No more is read once it is clear that it does not fit, in windows of the model. */
const MAX_WINDOWS = 3;
/** Told to the model where a summary should be, when making one failed. */
const LEFT_OUT = 'Earlier messages were left out here because they no longer fit what the model can read.';
const CONTINUE =
  'Your answer was cut off. Go on exactly where it ends, without repeating anything and without a remark about it.';
const SEVERAL_PEOPLE =
  'Several people write in this conversation. Each of their messages begins with the name of its writer.';

export interface ContextInput {
  platform: Platform;
  channelId: string;
  /** `seq` of the answer to be written; the path before it is what the model reads. */
  answerSeq: number;
  /** What the answer has already, when it is being continued. */
  answer: readonly Part[];
  model: LanguageModelV4;
  contextWindow: number;
  /** Whether the model sees pictures. */
  vision: boolean;
  instructions: string;
  document: DocumentContext | null;
  /** What the provider is told of tools. */
  tools: readonly { name: string; description: string; inputSchema: unknown }[];
  signal: AbortSignal;
  onSummaryFailed(error: unknown): void;
  /** Waited for before a summary is asked for: throws when there is no budget for so many tokens. */
  beforeSummary(inputTokens: number): Promise<void>;
  /** Told of what a summary took. Never throws. */
  onSummary(cost: Omit<SideRequest, 'kind'>): Promise<void>;
}

export interface TurnContext {
  instructions: string;
  messages: ModelMessage[];
  /** Tokens of all that, by estimate. */
  estimate: number;
  /** A new summary, to be shown and stored with the answer; null when none was due or making one failed. */
  summary: SummaryPart | null;
  /** The text of the question. */
  question: string;
}

interface Read extends ContextMessage {
  seq: number;
  name: string;
}

/** Reads the active path and makes of it a request that fits the model, with a summary of the oldest if it must. */
export async function buildContext(input: ContextInput): Promise<TurnContext> {
  const { path, summary: held } = await readPath(input);
  const names = new Set(path.filter(({ role }) => role === 'user').map(({ authorId }) => authorId));
  const several = names.size > 1;
  const { platform, channelId, vision, contextWindow, document } = input;
  const read = await withFiles(
    { platform, channelId, vision, room: contextWindow },
    withDrawings(
      path.map((message) => asRead(message, several)),
      vision,
    ),
  );
  const messages = document ? withDocument(read, document) : read;
  // What was done by tools must not be done again for want of knowing it.
  const isContinuing =
    textOf(input.answer) !== '' || input.answer.some(({ type }) => type === 'dynamic-tool');
  if (isContinuing) {
    messages.push({ role: 'assistant', parts: readable(input.answer), seq: input.answerSeq, name: '' });
    messages.push({
      role: 'user',
      parts: [{ type: 'text', text: CONTINUE }],
      seq: input.answerSeq,
      name: '',
    });
  }
  const fit = fitContext({
    messages,
    limit: input.contextWindow,
    instructions: [input.instructions, document?.instructions, several ? SEVERAL_PEOPLE : '']
      .filter(Boolean)
      .join('\n\n'),
    summary: held?.data.text ?? null,
    tools: input.tools,
  });
  const summary =
    fit.summarise.length > 0 ? await summarise(input, fit.summarise, held, fit.summaryTokens) : null;
  const told =
    fit.summarise.length > 0 ? (summary?.data.text ?? withoutSummary(held, fit.summaryTokens)) : fit.summary;
  const question = path.findLast(({ role }) => role === 'user');
  return {
    instructions: [fit.instructions, told ? `The conversation before, in short:\n${told}` : '']
      .filter(Boolean)
      .join('\n\n'),
    messages: await toModelMessages(await withPictures(input, fit.messages)),
    estimate: fit.estimate,
    summary,
    question: question ? textOf(question.parts) || namesOf(question.parts) : '',
  };
}

/** The path back to what the newest summary stands for, or as far as can matter. */
async function readPath(input: ContextInput): Promise<{ path: PathMessage[]; summary: SummaryPart | null }> {
  const newestFirst: PathMessage[] = [];
  let summary = summaryIn(input.answer);
  let tokens = 0;
  for (let before = input.answerSeq; ; ) {
    const batch = await findPathForModel(input.platform.database.db, input.channelId, before, BATCH);
    for (const message of batch.toReversed()) {
      if (summary && message.seq <= summary.data.untilSeq) return { path: newestFirst.toReversed(), summary };
      newestFirst.push(message);
      summary ??= summaryIn(message.parts);
      tokens += estimateMessage({ parts: readable(message.parts) });
    }
    const enough = newestFirst.length >= MAX_MESSAGES || tokens > input.contextWindow * MAX_WINDOWS;
    const first = batch[0];
    if (!first || batch.length < BATCH || enough) return { path: newestFirst.toReversed(), summary };
    before = first.seq;
  }
}

function summaryIn(parts: readonly Part[]): SummaryPart | null {
  return parts.findLast((part) => part.type === 'data-summary') ?? null;
}

/** What a model may read of a message: not its own old thoughts, which some providers refuse to take back. */
function readable(parts: readonly Part[]): Part[] {
  return parts.filter(
    ({ type }) => type === 'text' || type === 'dynamic-tool' || type === 'step-start' || type === 'file',
  );
}

function asRead(message: PathMessage, named: boolean): Read {
  const { role, seq, name } = message;
  const parts = readable(message.parts);
  if (!named || role !== 'user') return { role, seq, name, parts };
  const at = parts.findIndex((part) => part.type === 'text');
  // Files came without a word.
  if (at === -1) return { role, seq, name, parts: [{ type: 'text', text: `${name}:` }, ...parts] };
  const withName = parts.map((part, index) =>
    index === at && part.type === 'text' ? { ...part, text: `${name}: ${part.text}` } : part,
  );
  return { role, seq, name, parts: withName };
}

/**
 * Pictures that an assistant made, told in words where they stand, because most providers take none from that side;
 * a model that sees gets them with what the person says next.
 */
function withDrawings(messages: readonly Read[], vision: boolean): Read[] {
  let made: FilePart[] = [];
  return messages.map((message) => {
    if (message.role === 'user') {
      const seen = made;
      made = [];
      return seen.length > 0 ? { ...message, parts: [...message.parts, ...seen] } : message;
    }
    if (vision) made = [...made, ...filesOf(message.parts)];
    const parts = message.parts.map((part): Part => (part.type === 'file' ? pictureInWords(part) : part));
    return { ...message, parts };
  });
}

function pictureInWords({ alt, revisedPrompt, filename }: FilePart): Part {
  const shows = (revisedPrompt ?? alt ?? filename ?? '').slice(0, 500);
  return { type: 'text', text: `[Here stands a picture that you made. It was asked to show: ${shows}]` };
}

/** With what the conversation is about at the newest question: what earlier ones were asked of is out of date. */
function withDocument(messages: readonly Read[], { text, forModel }: DocumentContext): Read[] {
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index) => {
    const parts = message.parts.map(
      (part): Part => (part.type === 'text' ? { ...part, text: forModel(part.text) } : part),
    );
    return { ...message, parts: index === newest ? [{ type: 'text', text }, ...parts] : parts };
  });
}

/** What a message without words is about. */
function namesOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'file' ? (part.filename ?? []) : [])).join(', ');
}

/** What the model is told of the oldest messages when their summary failed: what was known of those before them. */
function withoutSummary(held: SummaryPart | null, tokens: number): string {
  if (!held) return LEFT_OUT;
  const before = shortenText(held.data.text, Math.max(0, tokens - estimateText(LEFT_OUT)));
  return `${before}\n${LEFT_OUT}`;
}

/**
 * Has the model summarise the oldest messages and what an earlier summary said.
 * @returns null when that failed: nothing is stored then, and the next turn tries again
 */
async function summarise(
  input: ContextInput,
  messages: readonly Read[],
  previous: SummaryPart | null,
  tokens: number,
): Promise<SummaryPart | null> {
  const data = {
    untilSeq: messages.findLast(({ seq }) => seq < input.answerSeq)?.seq ?? 0,
    messageCount: (previous?.data.messageCount ?? 0) + messages.length,
  };
  const request = summaryRequest({
    previous: previous?.data.text ?? null,
    messages: messages.map(({ name, role, parts }) => ({ speaker: name || role, text: textOf(parts) })),
    limit: input.contextWindow,
    tokens,
  });
  const { instructions, prompt, maxOutputTokens } = request;
  await input.beforeSummary(estimateText(instructions) + estimateText(prompt));
  const startedAt = steadyMs();
  try {
    const { text, usage } = await generateText({
      model: input.model,
      instructions,
      prompt,
      maxOutputTokens,
      maxRetries: 1,
      abortSignal: AbortSignal.any([input.signal, AbortSignal.timeout(SIDE_REQUEST_MS)]),
    });
    await input.onSummary({
      status: 'done',
      ...consumedBy(request, text, usage),
      durationMs: steadyMs() - startedAt,
    });
    // A model may ignore the size it was asked for.
    const summary = cleanText(text.trim().slice(0, tokens * 8)).trim();
    if (summary !== '') return { type: 'data-summary', data: { ...data, text: summary } };
  } catch (error) {
    const status = input.signal.aborted ? 'stopped' : 'failed';
    await input.onSummary({ status, ...NOTHING, durationMs: steadyMs() - startedAt });
    input.signal.throwIfAborted();
    input.onSummaryFailed(error);
  }
  return null;
}

async function toModelMessages(messages: readonly ContextMessage[]): Promise<ModelMessage[]> {
  const ui = messages
    .filter(({ parts }) =>
      parts.some(({ type }) => type === 'text' || type === 'dynamic-tool' || type === 'file'),
    )
    .map(({ role, parts }) => ({ role, parts }));
  return convertToModelMessages(ui as Omit<UIMessage, 'id'>[], { ignoreIncompleteToolCalls: true });
}
