import type { ToolPart } from '@tandem/shared/message/parts';
import { say } from '../../../lib/errors.ts';

/** Longest text of an input or output that is shown at once, in characters. */
const MAX_SHOWN = 20_000;
const MAX_HINT = 80;

/** A tool's name as words: `fetch_page` and `fetchPage` read "fetch page". */
export function wordsOf(toolName: string): string {
  return toolName
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .toLocaleLowerCase()
    .trim();
}

/** The title of a tool: translated for ours, as its author named it for others. */
export function titleOf({ toolName, title }: Pick<ToolPart, 'toolName' | 'title'>): string {
  return title ?? say(`chat:tool.${keyOf(toolName)}`, wordsOf(toolName));
}

/** The key of a tool's sentence: `fetch_page` is `fetchPage`. */
export function keyOf(toolName: string): string {
  return toolName.replace(/[_-](\p{L})/gu, (_match, letter: string) => letter.toUpperCase());
}

/** The built-in tool that opens an address. */
const OPENS = 'fetch_page';

/** The address that a call of the built-in tool opens; null for every other tool. */
export function addressOf({ toolName, source, input }: ToolPart): string | null {
  if (toolName !== OPENS || source !== undefined || typeof input !== 'object' || input === null) return null;
  return Object.hasOwn(input, 'url') ? String(Reflect.get(input, 'url')) : null;
}

/** The one value of a tool's input that says most, for its line: the only or the first text in it. */
export function hintOf(part: ToolPart): string {
  const { input } = part;
  const values = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  const said = values.find((value) => typeof value === 'string' && value !== '') ?? values[0];
  if (said === undefined || said === null || typeof said === 'object') return '';
  const text = String(said).replace(/\s+/g, ' ').trim();
  return text.length > MAX_HINT ? `${text.slice(0, MAX_HINT)}…` : text;
}

/** A complete value as text, for the person who approves it. */
export function fullText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}

/** An input or output as text to read: strings as they are, the rest as indented JSON. */
export function readable(value: unknown): string {
  const text = fullText(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
