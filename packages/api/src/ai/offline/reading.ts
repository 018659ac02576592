import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Language } from '@tandem/shared/user/schema';
import { attachedIn } from '../context/attachments.ts';
import { SUMMARY_INSTRUCTIONS, TITLE_INSTRUCTIONS } from '../context/prompts.ts';
import { languageOf } from './language.ts';

export interface EarlierTurn {
  role: 'user' | 'assistant';
  text: string;
}

/** What a tool returned since the question. */
export interface ToolAnswer {
  tool: string;
  /** The output as it came: text or JSON. */
  value: unknown;
  failed: boolean;
}

/** A block of a document, by the mark under which it is cited. */
export interface Passage {
  mark: string;
  text: string;
}

/** A request as this model understands it. */
export interface Reading {
  task: 'chat' | 'title' | 'summary';
  /** The last thing a person wrote. */
  question: string;
  language: Language;
  /** Names of the files that came with it. */
  attached: string[];
  /** Blocks of the document that the conversation stands beside; none without one. */
  document: Passage[];
  /** Before the question, oldest first. */
  earlier: EarlierTurn[];
  results: ToolAnswer[];
  /** Names of the tools that may be called now. */
  tools: ReadonlySet<string>;
  instructions: string;
  /** Tokens the answer may have; undefined: no limit. */
  maxTokens: number | undefined;
}

/** Reads a request. */
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
  const asked = wordsAndFilesOf(prompt[at]);
  const question = cleanQuestion(asked.words);
  const earlier = prompt
    .slice(0, Math.max(0, at))
    .filter((message) => message.role === 'user' || message.role === 'assistant')
    .map((message) => ({ role: message.role as 'user' | 'assistant', text: textOf(message).trim() }))
    .filter(({ text }) => text !== '');
  const offered = toolChoice?.type === 'none' ? [] : (tools ?? []);
  return {
    task: taskOf(instructions),
    question,
    attached: asked.files,
    document: asked.document,
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
  return instructions.startsWith(SUMMARY_INSTRUCTIONS) ? 'summary' : 'chat';
}

function textOf(message: LanguageModelV4Prompt[number] | undefined): string {
  if (!message || message.role === 'tool') return '';
  if (message.role === 'system') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

const DOCUMENT = '<document name=';

/** What a person wrote, apart from the files and the document that stand in their message as texts of their own. */
function wordsAndFilesOf(message: LanguageModelV4Prompt[number] | undefined): {
  words: string;
  files: string[];
  document: Passage[];
} {
  if (message?.role !== 'user') return { words: '', files: [], document: [] };
  const texts = message.content.flatMap((part) => (part.type === 'text' ? part.text : []));
  const isDocument = (text: string) => text.startsWith(DOCUMENT);
  return {
    words: texts.filter((text) => attachedIn(text) === null && !isDocument(text)).join(''),
    files: texts.flatMap((text) => attachedIn(text) ?? []),
    document: texts.filter(isDocument).flatMap(passagesOf),
  };
}

function passagesOf(document: string): Passage[] {
  return document.split('\n').flatMap((line) => {
    const [, mark, text] = /^ *\[#([\w-]+)\] (.*)$/u.exec(line) ?? [];
    return mark === undefined || text === undefined ? [] : { mark, text };
  });
}

/** Without a mention of the assistant at its beginning. */
function cleanQuestion(text: string): string {
  return text.replace(/^\s*@\S+[\s,，:：]+/, '').trim();
}

function resultsOf(prompt: LanguageModelV4Prompt): ToolAnswer[] {
  return prompt
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .filter((part) => part.type === 'tool-result')
    .map(({ toolName, output }) => ({
      tool: toolName,
      value: 'value' in output ? output.value : (output.reason ?? ''),
      failed: output.type.startsWith('error') || output.type === 'execution-denied',
    }));
}
