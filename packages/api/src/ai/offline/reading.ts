import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Language } from '@tandem/shared/user/schema';
import { attachedIn, pagesIn, type QuotedPage } from '../context/attachments.ts';
import { OVERVIEW_INSTRUCTIONS } from '../context/overview.ts';
import { SEVERAL_PEOPLE, SUMMARY_INSTRUCTIONS, TITLE_INSTRUCTIONS } from '../context/prompts.ts';
import { isSources, type SourceText, sourcesIn } from '../context/sources.ts';
import { languageOf } from './language.ts';

export interface EarlierTurn {
  role: 'user' | 'assistant';
  text: string;
}

/** A tool's result since the question. */
export interface ToolAnswer {
  tool: string;
  /** What the tool was called with. */
  input: unknown;
  /** The output as it came: text or JSON. */
  value: unknown;
  failed: boolean;
}

/** A block of a document, by the mark under which it is cited. */
export interface Passage {
  mark: string;
  text: string;
}

/** A file of the conversation, with as much of its text as there is. */
export interface AttachedFile {
  name: string;
  pages: QuotedPage[];
}

/** The built-in model's interpretation of a request. */
export interface Reading {
  task: 'chat' | 'title' | 'summary' | 'overview';
  /** The last thing a person wrote. */
  question: string;
  language: Language;
  /** Files that came with it. */
  attached: AttachedFile[];
  /** Files that came with earlier questions, newest first. */
  attachedBefore: AttachedFile[];
  /** Blocks of the document beside the conversation; empty without one. */
  document: Passage[];
  /** Sources that came along with the question; empty without any, or when they are too long. */
  sources: SourceText[];
  /** Earlier exchanges, oldest first. */
  earlier: EarlierTurn[];
  results: ToolAnswer[];
  /** Names of the tools that may be called. */
  tools: ReadonlySet<string>;
  instructions: string;
  /** Maximum tokens of the answer; undefined for no limit. */
  maxTokens: number | undefined;
}

/** Reads the prompt of a request, in the form that `turn/context` gives it to every model. */
export function readRequest({
  prompt,
  tools,
  toolChoice,
  maxOutputTokens,
}: LanguageModelV4CallOptions): Reading {
  const instructions = prompt
    .filter((message) => message.role === 'system')
    .map((message) => message.content)
    .join('\n');
  const at = prompt.findLastIndex((message) => message.role === 'user');
  const asked = contentOf(prompt[at]);
  const ownWords = instructions.includes(SEVERAL_PEOPLE) ? withoutWriter : (words: string) => words;
  const question = cleanQuestion(ownWords(asked.words));
  const earlier = prompt
    .slice(0, Math.max(0, at))
    .filter((message) => message.role === 'user' || message.role === 'assistant')
    .map((message) => ({
      role: message.role as 'user' | 'assistant',
      text: (message.role === 'user' ? ownWords(contentOf(message).words) : textOf(message)).trim(),
    }))
    .filter(({ text }) => text !== '');
  const offered = toolChoice?.type === 'none' ? [] : (tools ?? []);
  return {
    task: taskOf(instructions),
    question,
    attached: asked.files,
    attachedBefore: prompt
      .slice(0, Math.max(0, at))
      .toReversed()
      .flatMap((message) => contentOf(message).files),
    document: asked.document,
    // Those that are the same for each question precede the conversation.
    sources: prompt.slice(0, at + 1).flatMap((message) => contentOf(message).sources),
    language: languageOf(question, languageOf(earlier.map(({ text }) => text).join(' '), 'en')),
    earlier,
    results: resultsOf(prompt.slice(at + 1)),
    tools: new Set(offered.map((tool) => tool.name)),
    instructions,
    maxTokens: maxOutputTokens,
  };
}

function taskOf(instructions: string): Reading['task'] {
  if (instructions.startsWith(TITLE_INSTRUCTIONS)) return 'title';
  if (instructions.startsWith(OVERVIEW_INSTRUCTIONS)) return 'overview';
  return instructions.startsWith(SUMMARY_INSTRUCTIONS) ? 'summary' : 'chat';
}

function textOf(message: LanguageModelV4Prompt[number] | undefined): string {
  if (!message || message.role === 'tool') return '';
  if (message.role === 'system') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** How `document/context` begins a document's text in a prompt; each of its blocks is a line `[#mark] text`. */
const DOCUMENT = '<document name=';

/** Separates the person's own words from the files and the document's text that came with their message. */
function contentOf(message: LanguageModelV4Prompt[number] | undefined): {
  words: string;
  files: AttachedFile[];
  document: Passage[];
  sources: SourceText[];
} {
  if (message?.role !== 'user') return { words: '', files: [], document: [], sources: [] };
  const texts = message.content.flatMap((part) => (part.type === 'text' ? part.text : []));
  const isDocument = (text: string) => text.startsWith(DOCUMENT);
  return {
    words: texts
      .filter((text) => attachedIn(text) === null && !isDocument(text) && !isSources(text))
      .join(''),
    files: texts.flatMap((text) => {
      const name = attachedIn(text);
      return name === null ? [] : { name, pages: pagesIn(text) };
    }),
    document: texts.filter(isDocument).flatMap(passagesOf),
    sources: texts.filter(isSources).flatMap(sourcesIn),
  };
}

function passagesOf(document: string): Passage[] {
  return document.split('\n').flatMap((line) => {
    const [, mark, text] = /^ *\[#([\w-]+)\] (.*)$/u.exec(line) ?? [];
    return mark === undefined || text === undefined ? [] : { mark, text };
  });
}

/** A person's words without the name in front of them. */
function withoutWriter(text: string): string {
  return text.replace(/^[^:\n]{1,100}: ?/, '');
}

/** Removes a mention of the assistant at the beginning. */
function cleanQuestion(text: string): string {
  return text.replace(/^\s*@\S+[\s,，:：]+/, '').trim();
}

function resultsOf(prompt: LanguageModelV4Prompt): ToolAnswer[] {
  const inputs = new Map(
    prompt
      .flatMap((message) => (message.role === 'assistant' ? message.content : []))
      .flatMap((part) => (part.type === 'tool-call' ? [[part.toolCallId, part.input] as const] : [])),
  );
  return prompt
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .filter((part) => part.type === 'tool-result')
    .map(({ toolName, toolCallId, output }) => ({
      tool: toolName,
      input: inputs.get(toolCallId) ?? {},
      value: 'value' in output ? output.value : (output.reason ?? ''),
      failed: output.type.startsWith('error') || output.type === 'execution-denied',
    }));
}
