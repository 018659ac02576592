import type { LanguageModelV4 } from '@ai-sdk/provider';
import { withoutCitationLinks } from '@tandem/shared/dataset/citation';
import type { FilePart, Part, SummaryPart } from '@tandem/shared/message/parts';
import { filesOf, textOf } from '@tandem/shared/message/parts';
import { convertToModelMessages, type ModelMessage, type UIMessage } from 'ai';
import { CITE_FILES } from '../../ai/context/attachments.ts';
import { type ContextMessage, estimateMessage, fitContext } from '../../ai/context/context.ts';
import { SEVERAL_PEOPLE } from '../../ai/context/prompts.ts';
import { describeTools } from '../../ai/tools/tools.ts';
import type { PathMessage } from '../../content/message/path.repo.ts';
import { findPathForModel } from '../../content/message/path.repo.ts';
import type { Platform } from '../../core/platform.ts';
import type { AnswerSources } from '../../dataset/grounding/answer-sources.ts';
import type { Asking } from '../../dataset/grounding/usable.repo.ts';
import { type GivenFiles, withFiles, withPictures } from './attachments.ts';
import { groundTurn, type TurnGrounding } from './grounding/ground-turn.ts';
import { withDocument, withSources, withSourcesFirst } from './grounding/material.ts';
import { outsideInWords } from './outside.ts';
import { summarise, withoutSummary } from './summarise.ts';
import type { DocumentContext, SideRequest } from './types.ts';

/** Messages read from the database at once, going back. */
const BATCH = 100;
/** Maximum messages read; older ones without a summary are left out. */
const MAX_MESSAGES = 1_000;
/** Stops reading beyond this multiple of the model's context window. */
const MAX_WINDOWS = 3;
const CONTINUE =
  'Your answer was cut off. Go on exactly where it ends, without repeating anything and without a remark about it.';

export interface ContextInput {
  platform: Platform;
  channelId: string;
  /** Decides which sources the answer may use. */
  asking: Asking;
  sources: AnswerSources;
  /** Whether the model can call tools. */
  takesTools: boolean;
  /** `seq` of the pending answer; the model reads the path before it. */
  answerSeq: number;
  /** Existing parts of an answer to be continued. */
  answer: readonly Part[];
  model: LanguageModelV4;
  contextWindow: number;
  /** Whether the model can see pictures. */
  vision: boolean;
  instructions: string;
  document: DocumentContext | null;
  /** Tool descriptions sent to the provider. */
  tools: readonly { name: string; description: string; inputSchema: unknown }[];
  signal: AbortSignal;
  onSummaryFailed(error: unknown): void;
  /** Awaited before a summary is requested; throws when no budget allows these tokens. */
  beforeSummary(inputTokens: number): Promise<void>;
  /** Called with a summary's usage. Never throws. */
  onSummary(cost: Omit<SideRequest, 'kind'>): Promise<void>;
}

export interface TurnContext {
  instructions: string;
  messages: ModelMessage[];
  /** Tokens of all that, by estimate. */
  estimate: number;
  /** A new summary, to be shown and stored with the answer; null when none was due or it failed. */
  summary: SummaryPart | null;
  /** The text of the question. */
  question: string;
  /** The sources of the answer. */
  grounding: TurnGrounding;
  /** Files whose text the model was given. */
  files: GivenFiles;
}

export interface ReadMessage extends ContextMessage {
  seq: number;
  name: string;
}

/** Reads the active path and makes of it a request that fits the model, with a summary of the oldest if it must. */
export async function buildContext(input: ContextInput): Promise<TurnContext> {
  const [{ path, summary: held }, usable] = await Promise.all([readPath(input), input.sources.usable()]);
  const names = new Set(path.filter(({ role }) => role === 'user').map(({ authorId }) => authorId));
  const several = names.size > 1;
  const { platform, channelId, vision, contextWindow, document } = input;
  const { messages: read, files } = await withFiles(
    { platform, channelId, vision, room: contextWindow, signal: input.signal },
    withDrawings(
      path.map((message) => asRead(message, several)),
      vision,
    ),
  );
  const grounding = await groundTurn(input, usable, { path, messages: read });
  const beside = document ? withDocument(read, document) : read;
  const messages = grounding.texts.reduce(withSources, beside);
  // The model must know which tools already ran, so as not to repeat them.
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
    instructions: [
      input.instructions,
      document?.instructions,
      ...grounding.instructions,
      files.size > 0 ? CITE_FILES : '',
      several ? SEVERAL_PEOPLE : '',
    ]
      .filter(Boolean)
      .join('\n\n'),
    summary: held?.data.text ?? null,
    tools: [
      ...input.tools,
      ...describeTools(grounding.tools.filter((name) => !input.tools.some((own) => own.name === name))),
    ],
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
    messages: await toModelMessages(
      await withPictures(
        input,
        grounding.use?.mode === 'whole' ? withSourcesFirst(fit.messages) : fit.messages,
      ),
    ),
    estimate: fit.estimate,
    summary,
    question: question ? textOf(question.parts) || namesOf(question.parts) : '',
    grounding,
    files,
  };
}

/** Reads the path back to the newest summary, or as far as can matter. */
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

/**
 * Returns the parts of a message a model may read: not its own reasoning, which some providers reject. Citations are
 * bare numbers, so that no model writes such links itself.
 */
function readable(parts: readonly Part[]): Part[] {
  return parts.flatMap((part): Part[] => {
    const { type } = part;
    if (part.type === 'text') return [{ ...part, text: withoutCitationLinks(part.text) }];
    if (part.type === 'data-said')
      return [{ type: 'text', text: `[People wrote meanwhile: ${part.data.text}]` }];
    if (part.type === 'data-trigger' && part.data.outside !== null)
      return [{ type: 'text', text: outsideInWords(part.data.outside) }];
    return type === 'dynamic-tool' || type === 'step-start' || type === 'file' ? [part] : [];
  });
}

function asRead(message: PathMessage, named: boolean): ReadMessage {
  const { role, seq, name } = message;
  const parts = readable(message.parts);
  if (!named || role !== 'user') return { role, seq, name, parts };
  const at = parts.findIndex((part) => part.type === 'text');
  // A message with files but without text.
  if (at === -1) return { role, seq, name, parts: [{ type: 'text', text: `${name}:` }, ...parts] };
  const withName = parts.map((part, index) =>
    index === at && part.type === 'text' ? { ...part, text: `${name}: ${part.text}` } : part,
  );
  return { role, seq, name, parts: withName };
}

/**
 * Replaces pictures made by an assistant by their prompts, because most providers reject them from that side;
 * a model that sees gets them with the person's next message.
 */
function withDrawings(messages: readonly ReadMessage[], vision: boolean): ReadMessage[] {
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

/** Returns the file names of a message without text. */
function namesOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'file' ? (part.filename ?? []) : [])).join(', ');
}

async function toModelMessages(messages: readonly ContextMessage[]): Promise<ModelMessage[]> {
  const ui = messages
    .filter(({ parts }) =>
      parts.some(({ type }) => type === 'text' || type === 'dynamic-tool' || type === 'file'),
    )
    .map(({ role, parts }) => ({ role, parts }));
  return convertToModelMessages(ui as Omit<UIMessage, 'id'>[], { ignoreIncompleteToolCalls: true });
}
